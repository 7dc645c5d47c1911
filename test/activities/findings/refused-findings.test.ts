/** Fields that a platform won't have: the study goes on without them, and says why. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { assignFindings } from '../../../activities/findings/assign-findings.ts';
import { findingFacts } from '../../../activities/findings/finding-facts.ts';
import { readFindings } from '../../../activities/findings/read-findings.ts';
import { writeFindings } from '../../../activities/findings/write-findings.ts';
import {
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  ServerError,
} from '../../../src/platform-api/index.ts';
import { layout, type Store } from '../../../src/store/index.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const call = { method: 'POST', path: '/x/' };
const invalid = new InvalidRequestError('no such field', [], call);
const forbidden = new PermissionError('not yours', call);
const broken = new ServerError('Oops.', call);
const conflict = new ConflictError('locked', call);

const target = { studyId: 'beam-1', jobId: 'a' };
const { signal } = new AbortController();
const runAt = (attempt: number) => ({ signal, attempt, show: () => undefined });

let store: Store;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  const folder = store.study('beam-1');
  await folder.write(layout.platformJob(1), { jobId: 'a' });
  await folder.write(layout.findings, [
    { name: 'Mean', valueType: 'number', value: 2 },
    { name: 'Verdict', valueType: 'select', value: 'good' },
  ]);
  return () => clean();
});

const asIs = (given: unknown): Promise<unknown> =>
  given instanceof Error ? Promise.reject(given) : Promise.resolve(given);

interface Answers {
  readonly values?: unknown;
  readonly assigned?: unknown;
  readonly write?: unknown;
  readonly me?: unknown;
}

const allFindings: readonly object[] = [
  { name: 'Mean', valueType: 'number', value: 'mean(y)' },
  { name: 'Verdict', valueType: 'select', value: 'mean(y)', options: ['good', 'bad'] },
];

/** A platform that gives these answers, and what it was asked. */
function platform(
  { values = {}, assigned = {}, write = {}, me }: Answers = {},
  findings = allFindings,
) {
  const asked: unknown[] = [];
  const points: string[] = [];
  const answer =
    (name: string, given: unknown) =>
    (...all: unknown[]): Promise<unknown> => {
      asked.push([name, ...all]);
      return asIs(given);
    };
  const dependencies = {
    store,
    platform: {
      customFields: {
        values: answer('values', values),
        assigned: answer('assigned', assigned),
        write: answer('write', write),
      },
      user: { me: answer('me', me) },
    },
    studyCache: {
      get: () =>
        Promise.resolve({ study: { findings }, snapshot: { createdAt: '2026-02-03T23:59:59Z' } }),
    },
    failpoint: (name: string) => Promise.resolve(points.push(name)),
    now: () => new Date('2026-02-05T01:00:00Z'),
  } as unknown as ActivityDependencies;
  return { dependencies, asked, points };
}

describe('the fields of a job', () => {
  it('are defined with what can be chosen, and said to be computed', async () => {
    const { dependencies, asked } = platform();
    expect(await assignFindings(dependencies, target, runAt(1))).toEqual({});
    const common = {
      ...{ placeholder: '', isMultiple: false, isRequired: false, allowOther: false },
      helpText: 'Computed by doeflow over all accepted runs of study beam-1',
    };
    expect(asked).toEqual([
      ['values', 'a', { signal }],
      [
        'assigned',
        'a',
        {
          Findings: [
            { ...common, name: 'Mean', valueType: 'number', enumOptions: [] },
            { ...common, name: 'Verdict', valueType: 'select', enumOptions: ['good', 'bad'] },
          ],
        },
        { signal },
      ],
    ]);
  });

  it('aren’t asked for where the job has all of them', async () => {
    const { dependencies, asked } = platform({ values: { Mean: {}, Verdict: {} } });
    expect(await assignFindings(dependencies, target, runAt(1))).toEqual({});
    expect(asked).toHaveLength(1);
  });

  it.each([invalid, forbidden])(
    'that are refused by %s are done without at once',
    async (error) => {
      for (const answers of [{ assigned: error }, { values: error }]) {
        const { dependencies } = platform(answers);
        expect(await assignFindings(dependencies, target, runAt(1))).toEqual({
          refused: error.message,
        });
      }
    },
  );

  it('that the platform fails over are tried five times, and then done without', async () => {
    const { dependencies } = platform({ assigned: broken });
    await expect(assignFindings(dependencies, target, runAt(4))).rejects.toBe(broken);
    expect(await assignFindings(dependencies, target, runAt(5))).toEqual({
      refused: broken.message,
    });
    const other = platform({ assigned: conflict });
    await expect(assignFindings(other.dependencies, target, runAt(9))).rejects.toBe(conflict);
  });
});

describe('the values of the fields', () => {
  it('are written as they were computed, at a point where a worker may die', async () => {
    const { dependencies, asked, points } = platform();
    expect(await writeFindings(dependencies, target, runAt(1))).toEqual({ served: true });
    expect(asked).toEqual([['write', 'a', { Mean: 2, Verdict: 'good' }, { signal }]]);
    expect(points).toEqual(['findings-before']);
  });

  it('that the platform doesn’t take are done without, with its reason where it gives one', async () => {
    const notServed = { notServed: true, endpoint: 'PUT fields' };
    const silent = platform({ write: notServed });
    expect(await writeFindings(silent.dependencies, target, runAt(1))).toEqual({ served: false });
    const speaking = platform({ write: { ...notServed, reason: 'switched off' } });
    expect(await writeFindings(speaking.dependencies, target, runAt(1))).toEqual({
      ...{ served: false, refused: 'switched off' },
    });
  });

  it('that are refused are done without, those that the platform fails over after five tries', async () => {
    const refusing = platform({ write: invalid });
    expect(await writeFindings(refusing.dependencies, target, runAt(1))).toEqual({
      ...{ served: false, refused: invalid.message },
    });
    const failing = platform({ write: broken });
    await expect(writeFindings(failing.dependencies, target, runAt(4))).rejects.toBe(broken);
    expect(await writeFindings(failing.dependencies, target, runAt(5))).toMatchObject({
      served: false,
    });
    const other = platform({ write: conflict });
    await expect(writeFindings(other.dependencies, target, runAt(9))).rejects.toBe(conflict);
  });
});

describe('one finding that the platform refuses', () => {
  const refusal = new InvalidRequestError(
    'Verdict: "good" is not a valid choice.',
    [{ field: 'Verdict', message: '"good" is not a valid choice.' }],
    call,
  );
  const record = (): Promise<unknown> =>
    store
      .study('beam-1')
      .find(layout.refusedFindings('a'))
      .then((found) => found?.reasons);

  /** Answers of a platform that takes all but the verdict. */
  function refusing(error: InvalidRequestError) {
    const written: Record<string, unknown> = {};
    const { dependencies, asked } = platform();
    const fields = dependencies.platform.customFields as unknown as Record<string, unknown>;
    fields['values'] = () =>
      Promise.resolve(
        Object.fromEntries(Object.entries(written).map(([name, value]) => [name, { value }])),
      );
    fields['write'] = (_: string, values: Record<string, unknown>) => {
      asked.push(Object.keys(values));
      if (values['Verdict'] === 'good') return Promise.reject(error);
      return Promise.resolve(void Object.assign(written, values));
    };
    return { dependencies, asked, written };
  }

  it('is left out, and the others are written and read back', async () => {
    const { dependencies, asked, written } = refusing(refusal);
    expect(await writeFindings(dependencies, target, runAt(1))).toEqual({ served: true });
    expect(asked).toEqual([['Mean', 'Verdict'], ['Mean']]);
    expect(written).toEqual({ Mean: 2 });
    expect(await record()).toEqual({ Verdict: '"good" is not a valid choice.' });
    await readFindings(dependencies, target, runAt(1));
    expect(await store.study('beam-1').read(layout.verifiedFindings('a'))).toEqual({
      ...{ jobId: 'a', verified: 1, refused: { Verdict: '"good" is not a valid choice.' } },
    });
    // Once more, as after an answer that was lost: what is refused isn't asked again.
    expect(await writeFindings(dependencies, target, runAt(2))).toEqual({ served: true });
    expect(asked.slice(2)).toEqual([['Mean']]);
  });

  it('is found where the platform doesn’t say which it is', async () => {
    const { dependencies, asked, written } = refusing(invalid);
    expect(await writeFindings(dependencies, target, runAt(1))).toEqual({ served: true });
    expect(asked).toEqual([['Mean', 'Verdict'], ['Mean'], ['Verdict']]);
    expect(written).toEqual({ Mean: 2 });
    expect(await record()).toEqual({ Verdict: invalid.message });
  });

  it('is left out of the fields of a job, which are defined in one call all the same', async () => {
    const { dependencies, asked } = platform();
    const fields = dependencies.platform.customFields as unknown as Record<string, unknown>;
    fields['assigned'] = (_: string, { Findings }: { Findings: readonly { name: string }[] }) => {
      const names = Findings.map(({ name }) => name);
      asked.push(names);
      const place = names.indexOf('Verdict');
      if (place === -1) return Promise.resolve({});
      const field = `fields.Findings[${place}].name`;
      return Promise.reject(new InvalidRequestError('no', [{ field, message: 'too long' }], call));
    };
    expect(await assignFindings(dependencies, target, runAt(1))).toEqual({});
    expect(asked.slice(1)).toEqual([['Mean', 'Verdict'], ['Mean']]);
    expect(await record()).toEqual({ Verdict: 'too long' });
    expect(await writeFindings(dependencies, target, runAt(1))).toEqual({ served: true });
    expect(asked.at(-1)).toEqual(['write', 'a', { Mean: 2 }, { signal }]);
    // An end later the workspace has changed.
    fields['assigned'] = () => Promise.resolve({});
    expect(await assignFindings(dependencies, target, runAt(1))).toEqual({});
    expect(await record()).toEqual({});
  });
});

describe('what findings take from elsewhere', () => {
  const of = (...kinds: readonly (readonly [string, string | readonly string[]])[]) =>
    kinds.map(([valueType, value]) => ({ name: 'f', valueType, value }));
  const facts = (answers: Answers, findings: readonly object[]) => {
    const { dependencies, asked } = platform(answers, findings);
    return findingFacts(dependencies, 'beam-1', runAt(1)).then((found) => ({ found, asked }));
  };

  it('is nothing for what is computed, and the platform isn’t asked', async () => {
    const { found, asked } = await facts({}, of(['number', 'mean(y)'], ['user', 'a@b.c']));
    expect([found, asked]).toEqual([undefined, []]);
    expect(await store.study('beam-1').has(layout.findingFacts)).toBe(false);
  });

  it('is the days of start and end in UTC, and whose token it is, kept for who computes them again', async () => {
    const me = { email: 'me@example.com' };
    const all = of(['date', ['started', 'ended']], ['user', 'owner']);
    const { found, asked } = await facts({ me }, all);
    expect(found).toEqual({ started: '2026/02/03', ended: '2026/02/05', owner: 'me@example.com' });
    expect(asked).toEqual([['me', { signal }]]);
    expect(await store.study('beam-1').read(layout.findingFacts)).toEqual(found);
    expect((await facts({ me }, of(['date', 'ended']))).found).toEqual({ ended: '2026/02/05' });
  });

  it('has no owner where the platform tells none, and waits where it fails', async () => {
    const missing = new NotFoundError('no such endpoint', call);
    const silent = [missing, forbidden, { notServed: true, endpoint: 'me' }, {}, { email: null }];
    for (const me of silent) {
      expect((await facts({ me }, of(['user', 'owner']))).found).toEqual({});
    }
    await expect(facts({ me: broken }, of(['user', 'owner']))).rejects.toBe(broken);
  });
});
