import { setImmediate as settle } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Budgets } from '../../src/local-platform/http/budgets.ts';
import type { Clock } from '../../src/platform-api/transport/clock.ts';
import { FoundLimit } from '../../src/platform-api/transport/found-limit.ts';

/** Time that goes on only by `pass`, which wakes whoever slept long enough. */
function createStage() {
  let now = 1_000_000;
  let sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];
  const clock: Clock = {
    monotonicMs: () => now,
    wallMs: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        sleepers.push({ atMs: now + ms, wake: resolve });
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  };
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    const due = sleepers.filter(({ atMs }) => atMs <= now);
    sleepers = sleepers.filter(({ atMs }) => atMs > now);
    for (const { wake } of due) wake();
    await settle();
  };
  return { clock, pass, now: () => now };
}

/** A platform that allows so many an hour, and programs that each want to call it four times a second. */
async function play(perHour: number, programs: number, seconds: number) {
  const { clock, pass, now } = createStage();
  const platform = new Budgets({ user: perHour }, now);
  const remarks: string[] = [];
  const told = { passed: [] as number[], refused: [] as number[], late: 0 };
  const call = async (budget: FoundLimit, second: number): Promise<void> => {
    const { granted } = await budget.reserve(20_000);
    if (!granted) return void (told.late += 1);
    try {
      platform.take('user');
      told.passed.push(second);
    } catch {
      told.refused.push(second);
      budget.block(3_000);
    }
  };
  const budgets = Array.from(
    { length: programs },
    () => new FoundLimit('user', clock, (sentence) => remarks.push(sentence)),
  );
  for (let quarter = 0; quarter < 4 * seconds; quarter += 1) {
    for (const budget of budgets) void call(budget, quarter / 4);
    await pass(250);
  }
  return { ...told, remarks };
}

test('nothing is held back before a call is refused', async () => {
  const { passed, refused, late } = await play(1_000_000, 1, 60);
  expect([passed.length, refused.length, late]).toEqual([240, 0, 0]);
});

test.each([1, 3])(
  '%i programs come down to what a platform lets through, and use most of it',
  async (programs) => {
    const { passed, refused, remarks } = await play(1_200, programs, 900);
    const later = (seconds: readonly number[]): number => seconds.filter((at) => at > 120).length;
    // 20 a minute are let through, of 240 that each wants.
    expect(later(passed) / 13).toBeGreaterThan(15);
    expect(later(refused)).toBeLessThan(later(passed) / 4);
    // One sentence, however often: a study's notes hold each once.
    expect(new Set(remarks).size).toBe(1);
    expect(remarks[0]).toMatch(
      /^The platform refuses requests of user \(429\), for which no limit is set/u,
    );
  },
);

test('a block is kept to, and who waits is served in the order of coming', async () => {
  const { clock, pass } = createStage();
  const budget = new FoundLimit('user', clock);
  expect(await budget.reserve(0)).toEqual({ waitMs: 0, granted: true });
  budget.block(20_000);
  expect(await budget.reserve(10_000)).toEqual({ waitMs: 20_000, granted: false });
  const served: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    void Promise.resolve(budget.reserve(60_000)).then(() => served.push(name));
  }
  await pass(19_999);
  expect(served).toEqual([]);
  await pass(1);
  expect(served).toEqual(['first']);
  await pass(50);
  expect(served).toEqual(['first', 'second']);
});

test('who stands in line hears of a further block, and of one that is too long for it', async () => {
  const { clock, pass } = createStage();
  const budget = new FoundLimit('user', clock);
  budget.block(5_000);
  const patient = Promise.resolve(budget.reserve(60_000));
  const hasty = Promise.resolve(budget.reserve(8_000));
  budget.block(30_000);
  await pass(5_000);
  await pass(25_000);
  expect(await patient).toEqual({ waitMs: 0, granted: true });
  expect(await hasty).toMatchObject({ granted: false });
});

test('who gives up leaves the line to the others', async () => {
  const { clock, pass } = createStage();
  const budget = new FoundLimit('user', clock);
  budget.block(5_000);
  const ended = new AbortController();
  const gone = Promise.resolve(budget.reserve(60_000, ended.signal));
  const behind = Promise.resolve(budget.reserve(60_000, ended.signal));
  const next = Promise.resolve(budget.reserve(60_000));
  ended.abort(new Error('ended'));
  await expect(Promise.all([gone, behind])).rejects.toThrow('ended');
  await expect(behind).rejects.toThrow('ended');
  await pass(5_000);
  expect(await next).toEqual({ waitMs: 0, granted: true });
});

test('a platform that refuses one in twenty by chance is soon asked as before', async () => {
  const { clock, pass } = createStage();
  const budget = new FoundLimit('user', clock);
  for (let round = 0; round < 20; round += 1) {
    budget.block(1_000);
    await pass(1_000);
    for (let call = 0; call < 19; call += 1) {
      const turn = Promise.resolve(budget.reserve(60_000));
      await pass(60);
      expect(await turn).toEqual({ waitMs: 0, granted: true });
    }
  }
});
