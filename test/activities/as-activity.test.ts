import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { asActivity } from '../../activities/as-activity.ts';
import {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  RateLimitError,
} from '../../src/platform-api/index.ts';
import { readTrouble, type Trouble } from '../../src/run/trouble.ts';

const call = { method: 'GET', path: '/api/v2/jobs/' };
const down = (): Error => new ConnectionError('connect ECONNREFUSED', call);

interface Stage {
  readonly fails: readonly (() => Error)[];
  readonly repeatable?: boolean;
  readonly dispensable?: boolean;
  readonly checkToken?: () => Promise<void>;
  readonly info?: object;
}

/** An activity that fails in these ways, one after another, and then works; gives back what its heartbeats said. */
function stage({ fails, repeatable = true, dispensable = false, checkToken, info }: Stage) {
  const environment = new MockActivityEnvironment({ startToCloseTimeoutMs: 120_000, ...info });
  const beats: unknown[] = [];
  environment.on('heartbeat', (detail: unknown) => beats.push(detail));
  let tries = 0;
  const activity = asActivity(
    () => {
      const fail = fails[tries];
      tries += 1;
      return fail === undefined ? Promise.resolve('done') : Promise.reject(fail());
    },
    { repeatable, dispensable, checkToken: checkToken ?? (() => Promise.resolve()) },
  );
  return {
    run: () => environment.run(activity, {}),
    tries: () => tries,
    troubles: (): readonly Trouble[] =>
      beats.map(readTrouble).filter((trouble) => trouble !== undefined),
  };
}

describe('an activity whose errors heal', () => {
  it('waits inside until the platform is back, and says what it waits for', async () => {
    const played = stage({ fails: [down, down, down] });
    expect(await played.run()).toBe('done');
    expect(played.tries()).toBe(4);
    expect(played.troubles().at(-1)).toMatchObject({
      waitingFor: 'the platform',
      code: 'API_CONNECTION',
      attempts: 3,
      lastError: expect.stringContaining('ECONNREFUSED') as string,
      whatToDo: expect.stringContaining('doeflow doctor') as string,
    });
  });

  it('does the same where the disk is full, also when the error was put in words', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', errno: -28 });
    const played = stage({
      fails: Array.from(
        { length: 3 },
        () => () => new Error('Cannot write x: the disk is full', { cause: full }),
      ),
    });
    expect(await played.run()).toBe('done');
    expect(played.troubles()[0]).toMatchObject({ waitingFor: 'room on the disk', code: 'ENOSPC' });
  });

  it('tells that trouble without a break while each try begins well and fails again', async () => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', errno: -28 });
    const beats: unknown[] = [];
    let tries = 0;
    const activity = asActivity(
      async (_: unknown, { show }) => {
        tries += 1;
        show({ collected: tries });
        await new Promise((resolve) => setTimeout(resolve, 700));
        if (tries < 3) throw full;
      },
      { repeatable: true, dispensable: false, checkToken: () => Promise.resolve() },
    );
    const environment = new MockActivityEnvironment({ startToCloseTimeoutMs: 120_000 });
    environment.on('heartbeat', (detail: unknown) => beats.push(detail));
    await environment.run(activity, {});
    const told = beats.map((beat) => readTrouble(beat)?.code);
    const first = told.indexOf('ENOSPC');
    expect(first).toBeGreaterThan(-1);
    expect(new Set(told.slice(first))).toEqual(new Set(['ENOSPC']));
  });

  it('keeps the beginning of a trouble that an earlier attempt was in', async () => {
    const since = '2026-01-01T00:00:00.000Z';
    const trouble: Trouble = {
      waitingFor: 'the platform',
      since,
      attempts: 30,
      lastError: 'x',
      code: 'API_SERVER',
      whatToDo: 'x',
    };
    const played = stage({
      fails: [down, down, down],
      info: { attempt: 2, heartbeatDetails: { trouble } },
    });
    await played.run();
    expect(played.troubles().at(-1)).toMatchObject({ since, attempts: 33 });
  });

  it.each([true, false])(
    'goes on telling it while the next attempt has no answer yet (repeatable: %s)',
    async (repeatable) => {
      const trouble: Trouble = {
        ...{ waitingFor: 'the platform', since: '2026-01-01T00:00:00.000Z', attempts: 3 },
        ...{ lastError: 'x', code: 'API_SERVER', whatToDo: 'x' },
      };
      const beats: unknown[] = [];
      const activity = asActivity(() => new Promise((resolve) => setTimeout(resolve, 1_800)), {
        repeatable,
        dispensable: false,
        checkToken: () => Promise.resolve(),
      });
      const environment = new MockActivityEnvironment({
        ...{ startToCloseTimeoutMs: 120_000, attempt: 2, heartbeatDetails: { trouble } },
      });
      environment.on('heartbeat', (detail: unknown) => beats.push(detail));
      await environment.run(activity, {});
      expect(beats.length).toBeGreaterThan(1);
      expect(beats.map(readTrouble)).toEqual(beats.map(() => trouble));
    },
  );

  it('asks a cheap question before it repeats work with a token that was refused', async () => {
    const refused = (): Error => new AuthenticationError('Invalid token.', call);
    let asked = 0;
    const played = stage({
      fails: [refused],
      checkToken: () => {
        asked += 1;
        return asked === 1 ? Promise.reject(refused()) : Promise.resolve();
      },
    });
    expect(await played.run()).toBe('done');
    expect({ asked, tries: played.tries() }).toEqual({ asked: 2, tries: 2 });
    expect(played.troubles()[0]?.whatToDo).toContain('doeflow login');
  });

  it('fails at once where the call may not be repeated, and for what does not heal', async () => {
    const once = stage({ fails: [down], repeatable: false });
    await expect(once.run()).rejects.toMatchObject({ type: 'API_CONNECTION' });
    const refused = stage({ fails: [() => new InvalidRequestError('name: required', [], call)] });
    await expect(refused.run()).rejects.toMatchObject({ nonRetryable: true });
    expect([once.tries(), refused.tries()]).toEqual([1, 1]);
  });

  it('ends before its time is over, to be tried again within 5 s', async () => {
    const played = stage({
      fails: Array.from({ length: 99 }, () => down),
      info: { startToCloseTimeoutMs: 2_000 },
    });
    const failure: unknown = await played.run().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(Number((failure as ApplicationFailure).nextRetryDelay)).toBeLessThan(5_000);
    expect(played.tries()).toBeLessThan(5);
  });

  it('leaves a long wait that the platform asked for to the next attempt', async () => {
    const played = stage({ fails: [() => new RateLimitError('Slow down', 900_000, call)] });
    await expect(played.run()).rejects.toMatchObject({ nextRetryDelay: 900_000 });
  });
});

describe('the beats of an activity', () => {
  const plain = { repeatable: false, dispensable: false, checkToken: () => Promise.resolve() };

  /** Runs an activity with an input; gives back its failure, where it failed, and its beats. */
  async function play(
    work: (show: (details: object) => void) => Promise<unknown>,
    input: unknown,
    info: object = {},
  ): Promise<{ readonly failure: unknown; readonly beats: readonly unknown[] }> {
    const environment = new MockActivityEnvironment({ startToCloseTimeoutMs: 120_000, ...info });
    const beats: unknown[] = [];
    environment.on('heartbeat', (detail: unknown) => beats.push(detail));
    const activity = asActivity((_: unknown, { show }) => work(show), plain);
    const failure = await environment.run(activity, input).then(
      () => undefined,
      (error: unknown) => error,
    );
    return { failure, beats };
  }

  it('carry what it shows, and no trouble where there is none', async () => {
    const { beats } = await play(async (show) => {
      show({ done: 1 });
      await new Promise((resolve) => setTimeout(resolve, 700));
      show({ done: 2 });
    }, {});
    expect(beats).toEqual([{ done: 1 }]);
    await new Promise((resolve) => setTimeout(resolve, 700));
    // None after its end.
    expect(beats).toHaveLength(1);
  });

  it('carry what was shown last beside what failed', async () => {
    const { failure, beats } = await play((show) => {
      show({ done: 3 });
      return Promise.reject(down());
    }, {});
    expect(failure).toMatchObject({ type: 'API_CONNECTION' });
    expect(beats).toEqual([
      {
        done: 3,
        trouble: expect.objectContaining({ code: 'API_CONNECTION', attempts: 1 }) as object,
      },
    ]);
  });

  it('tell one trouble of a study from its first step on, and each step’s own where there is no study', async () => {
    const fails = () => Promise.reject(down());
    const sinceOf = async (input: unknown, activityId: string): Promise<string> => {
      const { failure, beats } = await play(fails, input, { activityId });
      expect(failure).toMatchObject({ type: 'API_CONNECTION' });
      return readTrouble(beats.at(-1))?.since ?? expect.fail('no trouble was told');
    };
    const first = await sinceOf({ studyId: 'one-1' }, '1');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await sinceOf({ studyId: 'one-1' }, '2')).toBe(first);
    expect(await sinceOf({ studyId: 'two-1' }, '3')).not.toBe(first);
    const inputs = [null, undefined, 'text', { studyId: 7 }, {}];
    const others = [];
    for (const [index, input] of inputs.entries()) {
      others.push(await sinceOf(input, `other-${index}`));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(new Set(others).size).toBe(inputs.length);
  });
});

it('an activity that is cancelled ends as cancelled, whatever it failed with', async () => {
  const environment = new MockActivityEnvironment({ startToCloseTimeoutMs: 120_000 });
  const activity = asActivity(
    async (_: unknown, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Error('odd');
    },
    { repeatable: true, dispensable: false, checkToken: () => Promise.resolve() },
  );
  const ended = environment.run(activity, {});
  environment.cancel();
  await expect(ended).rejects.toMatchObject({ name: 'CancelledFailure' });
});

describe('an activity that meets a fault of the program', () => {
  const fault = (): Error => new RangeError('Invalid array length');
  const failureOf = (played: ReturnType<typeof stage>): Promise<unknown> =>
    played.run().catch((error: unknown) => error);

  it('fails as such, and is tried again for as long as its study needs it', async () => {
    const failure = await failureOf(stage({ fails: [fault], info: { attempt: 100 } }));
    expect(failure).toMatchObject({
      type: 'ENGINE_FAULT',
      nonRetryable: false,
      message: 'A fault in doeflow: RangeError: Invalid array length',
    });
  });

  it('is given up after a few tries where the study can do without it', async () => {
    const dispensable = true;
    expect(await failureOf(stage({ fails: [fault], dispensable }))).toMatchObject({
      nonRetryable: false,
    });
    const info = { attempt: 8 };
    expect(await failureOf(stage({ fails: [fault], dispensable, info }))).toMatchObject({
      type: 'ENGINE_FAULT',
      nonRetryable: true,
      message: expect.stringContaining('tried 8 times, and is done without') as string,
    });
  });
});

describe('the last word of a try that fails', () => {
  it('says when the trouble began, over however many tries', async () => {
    const first = stage({ fails: [() => new Error('odd')], repeatable: false });
    await expect(first.run()).rejects.toThrow('odd');
    const [trouble] = first.troubles();
    expect(trouble).toMatchObject({ waitingFor: 'a step that fails', attempts: 1 });
    const since = '2026-11-21T10:00:00.000Z';
    const second = stage({
      fails: [() => new Error('odd again')],
      repeatable: false,
      info: { attempt: 2, heartbeatDetails: { trouble: { ...trouble, since } } },
    });
    await expect(second.run()).rejects.toThrow('odd again');
    expect(second.troubles().at(-1)).toMatchObject({ since, attempts: 2, lastError: 'odd again' });
  });
});

describe('an activity whose worker is asked to end', () => {
  const manner = {
    ...{ repeatable: true, dispensable: false, checkToken: () => Promise.resolve() },
  };
  const run = (activity: (input: object) => Promise<unknown>) =>
    new MockActivityEnvironment({ startToCloseTimeoutMs: 120_000 }).run(activity, {});
  const untilAborted = (signal: AbortSignal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });

  it('hands a wait back at once, as a step whose worker was lost', async () => {
    const end = new AbortController();
    const manners = { ...manner, waiting: true, handBack: end.signal };
    const ran = run(asActivity((_: object, { signal }) => untilAborted(signal), manners));
    setTimeout(() => end.abort(), 20);
    await expect(ran).rejects.toMatchObject({
      ...{ type: 'ACTIVITY_LOST', nonRetryable: false, nextRetryDelay: 100 },
    });
  });

  it('lets one that works come to its end', async () => {
    const end = new AbortController();
    const work = async (_: object, { signal }: { readonly signal: AbortSignal }) => {
      end.abort();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return signal.aborted ? 'cut' : 'done';
    };
    expect(await run(asActivity(work, { ...manner, handBack: end.signal }))).toBe('done');
  });

  it('hands back one that waits for what heals, and tells a failure that does not as it is', async () => {
    const end = new AbortController();
    const ran = run(asActivity(() => Promise.reject(down()), { ...manner, handBack: end.signal }));
    setTimeout(() => end.abort(), 100);
    await expect(ran).rejects.toMatchObject({ type: 'ACTIVITY_LOST' });
    const refused = () => Promise.reject(new InvalidRequestError('no', [], call));
    const other = run(asActivity(refused, { ...manner, handBack: end.signal }));
    await expect(other).rejects.toMatchObject({ type: 'API_INVALID_REQUEST', nonRetryable: true });
  });
});
