import { describe, expect, it } from 'vitest';
import { createActivities } from '../../activities/index.ts';
import { parseInput } from '../../activities/inputs/parse-input.ts';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import type { Activities } from '../../src/run/activity-contract.ts';
import { inputGuards } from '../../workflows/guards/input-guards.ts';
import { messageGuards } from '../../workflows/guards/message-guards.ts';
import * as workflows from '../../workflows/index.ts';
import { goodActivityInputs, goodInputs, goodMessages } from '../kit/good-messages.ts';
import { mutations, type Sample } from '../kit/mutations.ts';

const count = 200;
const refusal = { type: 'BAD_MESSAGE', nonRetryable: true };

/** What came of a message: nothing for one that was refused as it should be. */
async function outcomeOf(take: () => unknown): Promise<unknown> {
  try {
    return { taken: await take() };
  } catch (error) {
    const { type, nonRetryable, message } = error as Error & typeof refusal;
    const isRefused = type === refusal.type && nonRetryable && message.length <= 1_000;
    return isRefused ? undefined : { thrown: String(error).slice(0, 500) };
  }
}

/** The mutations of a sample that weren't refused, and what came of each. */
async function notRefused(
  sample: Sample,
  seed: number,
  take: (value: unknown) => unknown,
): Promise<readonly object[]> {
  const wrong = [];
  for (const { how, value } of mutations(sample, count, seed)) {
    const outcome = await outcomeOf(() => take(value));
    if (outcome !== undefined) wrong.push({ how, ...outcome });
  }
  return wrong;
}

const guards = { ...inputGuards, ...messageGuards };
const goodOnes = { ...goodInputs, ...goodMessages };
const names = Object.keys(guards) as (keyof typeof guards)[];

describe.each(names)('the guard of %s', (name) => {
  const { full, least = full } = goodOnes[name];
  const guard = guards[name] as (value: unknown, at: string) => unknown;

  it('gives back a good message as it is, and drops fields that it does not know', () => {
    expect(guard(full, 'it')).toEqual(full);
    expect(guard(least, 'it')).toEqual(least);
    const more = JSON.parse('{"__proto__": {"studyId": "other"}, "constructor": 1, "later": {}}');
    expect(guard({ ...(full as object), ...more }, 'it')).toEqual(full);
  });

  it(`refuses ${count} mutated ones`, async () => {
    const wrong = await notRefused(goodOnes[name], 1, (value) => guard(value, 'it'));
    // In histories of before it says nothing; a living one that says nothing is refused by its validator.
    const isOld = ({ taken }: { readonly taken?: unknown }): boolean =>
      name === 'resumeStudyUpdate' && taken === undefined;
    expect(wrong.filter((one) => !isOld(one))).toEqual([]);
  });
});

describe('every workflow', () => {
  it.each(Object.keys(workflows) as (keyof typeof workflows)[])(
    '%s fails at once over an input that is not its own',
    async (name) => {
      const workflow = workflows[name] as (input: unknown) => Promise<unknown>;
      await expect(workflow({ studyId: '../../victim' })).rejects.toMatchObject(refusal);
    },
  );
});

describe.each(Object.keys(goodActivityInputs) as (keyof Activities)[])(
  'the activity %s',
  (name) => {
    /** Whatever an activity touches of this is told. */
    const touched: string[] = [];
    const dependencies = new Proxy({} as ActivityDependencies, {
      get: (_, key) => {
        // Read once, before any input comes.
        if (key === 'handBack') return undefined;
        touched.push(String(key));
        throw new Error(`touched ${String(key)}`);
      },
    });
    const activity = createActivities(dependencies)[name] as (input: unknown) => Promise<unknown>;

    it('takes a good input as it is, and drops fields that it does not know', () => {
      const { full, least = full } = goodActivityInputs[name];
      expect(parseInput(name, least)).toEqual(least);
      expect(parseInput(name, { ...(full as object), later: {} })).toEqual(full);
    });

    it(`does nothing over ${count} mutated inputs`, async () => {
      const wrong = await notRefused(goodActivityInputs[name], 2, activity);
      expect({ wrong, touched }).toEqual({ wrong: [], touched: [] });
    });
  },
);
