import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { healingErrorOf } from '../../activities/healing-errors.ts';
import { waitOutTrouble } from '../../activities/wait-out-trouble.ts';
import { ResultError, StorageError } from '../../src/errors.ts';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  RateLimitError,
  UnexpectedShapeError,
} from '../../src/platform-api/index.ts';
import type { Trouble } from '../../src/run/trouble.ts';

const call = { method: 'GET', path: '/x/' };
const down = new ConnectionError('refused', call);
const slow = (ms: number): Error => new RateLimitError('Slow down', ms, call);
const refused = new AuthenticationError('Invalid token.', call);

/** Tries work that fails in these ways and then gives `done`, for so many milliseconds at most. */
function play(
  fails: readonly Error[],
  {
    lastsMs = 60_000,
    signal = new AbortController().signal,
    earlier = undefined as Trouble | undefined,
  } = {},
) {
  const triedMs: number[] = [];
  const troubles: Trouble[] = [];
  const asked: number[] = [];
  const begunMs = performance.now();
  const done = waitOutTrouble(
    () => {
      const fail = fails[triedMs.push(performance.now() - begunMs) - 1];
      return fail === undefined ? Promise.resolve('done') : Promise.reject(fail);
    },
    {
      ...{ signal, earlier, untilMs: begunMs + lastsMs },
      now: () => new Date('2026-05-01T12:00:00.000Z'),
      onTrouble: (trouble) => troubles.push(trouble),
      checkToken: () => Promise.resolve(void asked.push(triedMs.length)),
    },
  );
  return { done, triedMs, troubles, asked };
}

describe('the wait for what heals', () => {
  it('is told with its beginning, also where that lies in an earlier attempt', async () => {
    const first = play([down]);
    expect(await first.done).toBe('done');
    expect(first.troubles).toMatchObject([{ since: '2026-05-01T12:00:00.000Z', attempts: 1 }]);
    const since = '2026-05-01T11:00:00.000Z';
    const [earlier] = first.troubles;
    const later = play([down], { earlier: { ...(earlier ?? expect.fail()), since } });
    await later.done;
    expect(later.troubles).toMatchObject([{ since, attempts: 2 }]);
  });

  it('is never shorter than the platform asked for', async () => {
    const played = play([slow(150), slow(80)]);
    await played.done;
    const [first = 0, second = 0, third = 0] = played.triedMs;
    expect(second - first).toBeGreaterThanOrEqual(149);
    expect(third - second).toBeGreaterThanOrEqual(79);
    expect(played.asked).toEqual([]);
  });

  it('is no wait where the platform asks for a long one: the slot is given back for that time', async () => {
    const { done, troubles, triedMs } = play([slow(11_000)]);
    await expect(done).rejects.toMatchObject({ retryAfterMs: 11_000 });
    expect([troubles.length, triedMs.length]).toEqual([1, 1]);
  });

  it('doubles from a quarter of a second on, a fifth more or less', async () => {
    const { done, triedMs } = play([down, down]);
    await done;
    const [first = 0, second = 0, third = 0] = triedMs;
    expect(second - first).toBeGreaterThanOrEqual(199);
    expect(third - second).toBeGreaterThanOrEqual(399);
  });

  it('isn’t begun where it would outlast the attempt: the error is thrown, and was told', async () => {
    const { done, troubles, triedMs } = play([slow(5_000)], { lastsMs: 1_000 });
    await expect(done).rejects.toBeInstanceOf(RateLimitError);
    expect([troubles.length, triedMs.length]).toEqual([1, 1]);
  });

  it('ends with the activity, and is none once that is over', async () => {
    const ending = new AbortController();
    const played = play([slow(9_000)], { signal: ending.signal, lastsMs: 100_000 });
    await delay(10);
    ending.abort();
    await expect(played.done).rejects.toThrow('aborted');
    const over = play([down], { signal: AbortSignal.abort() });
    await expect(over.done).rejects.toBe(down);
    expect(over.troubles).toEqual([]);
  });

  it('is none for what doesn’t heal', async () => {
    const conflict = new ConflictError('taken', call);
    const { done, troubles } = play([conflict]);
    await expect(done).rejects.toBe(conflict);
    expect(troubles).toEqual([]);
  });
});

describe('an error that heals', () => {
  it('of the platform is one that it may take back, or a token that a person gives anew', () => {
    expect(healingErrorOf(down)).toMatchObject({ code: 'API_CONNECTION', message: down.message });
    expect(healingErrorOf(slow(70))).toMatchObject({ code: 'API_RATE_LIMIT', askedWaitMs: 70 });
    expect(healingErrorOf(down)).not.toHaveProperty('askedWaitMs');
    expect(healingErrorOf(refused)?.cure.wait).toBe('person');
    expect(healingErrorOf(new ConflictError('taken', call))).toBeUndefined();
    // An answer that was cut is asked for again; one that is whole and odd stays so.
    const odd = (retryable: boolean) => new UnexpectedShapeError('odd', 'x', retryable, down);
    expect(healingErrorOf(odd(true))).toMatchObject({ code: 'API_UNEXPECTED_SHAPE' });
    expect(healingErrorOf(odd(false))).toBeUndefined();
  });

  it('of storage has its hint, where a cure of it is known', () => {
    expect(healingErrorOf(new StorageError('STORAGE_EMPTIED', 'Empty'))).toMatchObject({
      ...{ code: 'STORAGE_EMPTIED', message: 'Empty' },
    });
    const hinted = new StorageError('STORAGE_EMPTIED', 'Empty', { hint: 'Mount it' });
    expect(healingErrorOf(hinted)?.message).toBe('Empty (Mount it)');
    expect(healingErrorOf(new StorageError('STORAGE_KIND', 'Odd'))).toBeUndefined();
  });

  it('of the system is one by its code, however often it was put in words', () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC', errno: -28 });
    const told = new Error('Cannot write', { cause: new Error('Cannot flush', { cause: full }) });
    expect(healingErrorOf(full)).toMatchObject({ code: 'ENOSPC', message: 'no space' });
    expect(healingErrorOf(told)).toMatchObject({ code: 'ENOSPC', message: 'Cannot write' });
  });

  it('is none of another kind, and nothing that only looks like one', () => {
    const others = [
      Object.assign(new Error('x'), { code: 'ENOSPC' }),
      Object.assign(new Error('x'), { code: 28, errno: -28 }),
      Object.assign(new Error('x'), { code: 'ENOENT', errno: -2 }),
      new ResultError('RESULT_X', 'odd'),
      new Error('odd', { cause: 'ENOSPC' }),
      { code: 'ENOSPC', errno: -28 },
      undefined,
    ];
    expect(others.map(healingErrorOf)).toEqual(others.map(() => undefined));
  });
});
