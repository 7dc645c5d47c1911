import { describe, expect, it } from 'vitest';
import type { BudgetLimit } from '../../src/platform-api/transport/budget.ts';
import type { Clock } from '../../src/platform-api/transport/clock.ts';
import type { RequestBook } from '../../src/platform-api/transport/request-book.ts';
import { SharedBudget } from '../../src/platform-api/transport/shared-budget.ts';

/** Time that passes only when nobody has anything left to do before the next one wakes. */
class StagedTime {
  ms = 1_800_000_000_000;
  readonly #sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];

  clock(aheadMs = 0): Clock {
    return {
      monotonicMs: () => this.ms - 1_799_999_000_000,
      wallMs: () => this.ms + aheadMs,
      sleep: (ms) => this.until(this.ms + ms),
    };
  }

  until(atMs: number): Promise<void> {
    return new Promise((wake) => this.#sleepers.push({ atMs, wake }));
  }

  async runUntil(endMs: number): Promise<void> {
    for (;;) {
      await new Promise(setImmediate);
      this.#sleepers.sort((a, b) => a.atMs - b.atMs);
      const next = this.#sleepers[0];
      if (next === undefined || next.atMs > endMs) break;
      this.#sleepers.shift();
      this.ms = Math.max(this.ms, next.atMs);
      next.wake();
    }
    this.ms = endMs;
  }
}

/** A book in memory that counts how often it is asked. */
class MemoryBook implements RequestBook {
  asked = 0;
  found: unknown;
  isAway = false;

  change<T>(
    _scope: string,
    step: (found: unknown) => { readonly next?: unknown; readonly answer: T },
  ): Promise<T> {
    this.asked += 1;
    if (this.isAway) return Promise.reject(new Error('the disk is full'));
    const { next, answer } = step(this.found);
    if (next !== undefined) this.found = structuredClone(next);
    return Promise.resolve(answer);
  }
}

/** A program that sends as fast as it may, `width` calls at a time, until it is killed. */
function startProgram(
  time: StagedTime,
  budget: SharedBudget,
  sent: number[],
  { width = 4, untilMs = Infinity }: { readonly width?: number; readonly untilMs?: number } = {},
): void {
  const send = async (): Promise<void> => {
    while (time.ms < untilMs) {
      const { waitMs, granted } = await budget.reserve(20_000);
      if (waitMs > 0) await time.until(time.ms + waitMs);
      if (time.ms >= untilMs) return;
      if (granted) sent.push(time.ms);
    }
  };
  for (let i = 0; i < width; i += 1) void send();
}

/** The most that was sent within `ms`, whenever they begin. */
function mostWithin(sent: readonly number[], ms: number): number {
  const times = [...sent].sort((a, b) => a - b);
  let most = 0;
  for (let from = 0, to = 0; to < times.length; to += 1) {
    while ((times[to] as number) - (times[from] as number) >= ms) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

/** Numbers from 0 to 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const limit: BudgetLimit = { perHour: 7_200, burst: 60 };

describe('a budget that programs share', () => {
  it.each([11, 12, 13])(
    'is never passed in any stretch of time, whoever is killed (seed %i)',
    async (seed) => {
      const draw = random(seed);
      const time = new StagedTime();
      const beginMs = time.ms;
      const book = new MemoryBook();
      const sent: number[] = [];
      for (let at = beginMs; at < beginMs + 600_000; at += 5_000 + draw() * 30_000) {
        await time.runUntil(at);
        // Clocks of machines differ, by more than turns last.
        const clock = time.clock((draw() - 0.5) * 4_000);
        const budget = new SharedBudget('user', limit, book, clock);
        const untilMs = at + 1_000 + draw() * 60_000;
        startProgram(time, budget, sent, { width: 1 + Math.floor(draw() * 8), untilMs });
      }
      await time.runUntil(beginMs + 700_000);
      for (const ms of [1_000, 10_000, 60_000, 300_000]) {
        const most = (limit.perHour * (ms + 2_000)) / 3_600_000 + limit.burst + 1;
        expect(mostWithin(sent, ms), `within ${ms} ms`).toBeLessThanOrEqual(most);
      }
      expect(sent.length).toBeGreaterThan(500);
    },
  );

  it('is used up by programs that are hungry, each with its share, and the book is asked seldom', async () => {
    const time = new StagedTime();
    const book = new MemoryBook();
    const of = [0, 1, 2].map((): number[] => []);
    for (const sent of of) {
      startProgram(
        time,
        new SharedBudget('jobs-usage', { perHour: 36_000, burst: 100 }, book, time.clock()),
        sent,
      );
    }
    await time.runUntil(time.ms + 300_000);
    const counts = of.map((sent) => sent.length);
    const all = counts.reduce((a, b) => a + b, 0);
    expect(all).toBeGreaterThan(10 * 300 * 0.98);
    for (const count of counts) expect(count).toBeGreaterThan(all / 3 / 1.3);
    expect(book.asked / all).toBeLessThan(0.15);
  });

  it('goes by the lowest limit of those who ask, and says so to the others', async () => {
    const time = new StagedTime();
    const book = new MemoryBook();
    const sent: number[] = [];
    const remarks: string[] = [];
    const low = { perHour: 3_600, burst: 10 };
    startProgram(time, new SharedBudget('user', low, book, time.clock()), sent);
    await time.runUntil(time.ms + 10_000);
    const high = { perHour: 36_000, burst: 100 };
    const remark = (sentence: string): unknown => remarks.push(sentence);
    startProgram(time, new SharedBudget('user', high, book, time.clock(), remark), sent);
    await time.runUntil(time.ms + 300_000);
    expect(mostWithin(sent, 60_000)).toBeLessThanOrEqual(60 + 2 * low.burst);
    expect(remarks[0]).toContain('3600 an hour beside 36000 here');
  });

  it('is a program’s own while no other is there', async () => {
    const time = new StagedTime();
    const book = new MemoryBook();
    const sent: number[] = [];
    startProgram(
      time,
      new SharedBudget('jobs-usage', { perHour: 36_000, burst: 100 }, book, time.clock()),
      sent,
    );
    await time.runUntil(time.ms + 300_000);
    expect(sent.length).toBeGreaterThan(10 * 300);
    expect(book.asked / sent.length).toBeLessThan(0.05);
  });

  it('gives who comes new a turn within seconds, however hungry the others are', async () => {
    const time = new StagedTime();
    const book = new MemoryBook();
    for (let i = 0; i < 4; i += 1) {
      startProgram(time, new SharedBudget('user', limit, book, time.clock()), [], { width: 30 });
    }
    await time.runUntil(time.ms + 120_000);
    const beginMs = time.ms;
    const sent: number[] = [];
    startProgram(time, new SharedBudget('user', limit, book, time.clock()), sent, { width: 1 });
    await time.runUntil(beginMs + 60_000);
    expect((sent[0] as number) - beginMs).toBeLessThan(12_000);
  });
});

describe('a refusal of the platform', () => {
  it('holds back the other programs too, and slows all of them for a while', async () => {
    const time = new StagedTime();
    const book = new MemoryBook();
    const [refused, other] = [time.clock(), time.clock()].map(
      (clock) => new SharedBudget('user', limit, book, clock),
    ) as [SharedBudget, SharedBudget];
    await refused.reserve(20_000);
    refused.block(60_000);
    expect(await refused.reserve(20_000)).toMatchObject({ granted: false });
    const answer = other.reserve(20_000);
    await time.runUntil(time.ms + 21_000);
    expect(await answer).toMatchObject({ granted: false });
    const sent: number[] = [];
    await time.runUntil(time.ms + 60_000);
    startProgram(time, other, sent);
    // What half a burst holds goes at once.
    await time.runUntil(time.ms + 60_000);
    const burst = sent.length;
    await time.runUntil(time.ms + 120_000);
    const slow = sent.length - burst;
    await time.runUntil(time.ms + 1_800_000);
    const before = sent.length;
    await time.runUntil(time.ms + 120_000);
    expect(slow).toBeLessThan(2 * 120 * 0.8);
    expect(sent.length - before).toBeGreaterThan(2 * 120 * 0.95);
  });
});

describe('a book that is away', () => {
  it('leaves each program a trickle, says why the rest isn’t sent, and is taken up again', async () => {
    const time = new StagedTime();
    const book = new MemoryBook();
    book.isAway = true;
    const budget = new SharedBudget('user', limit, book, time.clock());
    const sent: number[] = [];
    startProgram(time, budget, sent, { width: 1, untilMs: time.ms + 100_000 });
    await time.runUntil(time.ms + 100_000);
    expect(sent.length).toBeGreaterThanOrEqual(5);
    expect(sent.length).toBeLessThan(10);
    const answer = budget.reserve(500);
    await time.runUntil(time.ms + 2_000);
    expect(await answer).toMatchObject({ granted: false, why: 'the disk is full' });
    book.isAway = false;
    const next = budget.reserve(5_000);
    await time.runUntil(time.ms + 5_000);
    expect(await next).toEqual({ waitMs: 0, granted: true });
  });

  it('begins without turns in hand where its record can’t be read', async () => {
    const time = new StagedTime();
    const book = new MemoryBook();
    book.found = { nowMs: 'soon' };
    const budget = new SharedBudget('user', limit, book, time.clock());
    expect(await budget.reserve(20_000)).toEqual({ waitMs: 500, granted: true });
  });
});

it('leaves nothing behind of a caller that gave up', async () => {
  const time = new StagedTime();
  const book = new MemoryBook();
  const budget = new SharedBudget('user', { perHour: 60, burst: 1 }, book, time.clock());
  await budget.reserve(90_000);
  const leaving = new AbortController();
  const left = budget.reserve(90_000, leaving.signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
});
