import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSample, estimateTimeLeft } from '../../../src/cli/watch/estimate-time-left.ts';
import type { Sample } from '../../../src/cli/watch/estimate-time-left.ts';

function steady(count: number, msPerRun: number, queueMs = 0): Sample[] {
  return Array.from({ length: count + 1 }, (_, ended) => ({
    atMs: queueMs + ended * msPerRun,
    ended,
  }));
}

describe('time left', () => {
  it('says nothing before three runs ended while somebody looked', () => {
    expect(estimateTimeLeft([], 10)).toBeUndefined();
    expect(estimateTimeLeft(steady(2, 1000), 10)).toBeUndefined();
    expect(estimateTimeLeft([{ atMs: 0, ended: 7 }], 10)).toBeUndefined();
  });

  it('brackets the true time of steady runs', () => {
    const left = estimateTimeLeft(steady(10, 1000), 30);
    expect(left?.lowMs).toBe(18_000);
    expect(left?.highMs).toBe(22_000);
  });

  it('leaves the wait in a queue out', () => {
    const samples = [{ atMs: 0, ended: 0 }, ...steady(10, 1000, 600_000)];
    expect(estimateTimeLeft(samples, 30)?.highMs).toBeLessThan(30_000);
  });

  it('widens when the speed changes', () => {
    const slow = steady(10, 1000);
    const fast = Array.from({ length: 30 }, (_, index) => ({
      atMs: 10_000 + (index + 1) * 100,
      ended: 11 + index,
    }));
    const left = estimateTimeLeft([...slow, ...fast], 100);
    expect(left?.lowMs).toBeLessThan(7_000);
    expect(left?.highMs).toBeGreaterThan(18_000);
  });

  it('is a range of finite, ordered times for any course of a study', () => {
    const course = fc.array(fc.tuple(fc.nat(10_000), fc.nat(5)), { maxLength: 300 });
    fc.assert(
      fc.property(course, (steps) => {
        let samples: readonly Sample[] = [];
        let atMs = 0;
        let ended = 0;
        for (const [ms, runs] of steps) {
          atMs += ms;
          ended += runs;
          samples = addSample(samples, { atMs, ended });
        }
        expect(samples.length).toBeLessThanOrEqual(201);
        const left = estimateTimeLeft(samples, ended + 10);
        if (left === undefined) return;
        expect(Number.isFinite(left.highMs)).toBe(true);
        expect(left.lowMs).toBeGreaterThanOrEqual(0);
        expect(left.highMs).toBeGreaterThanOrEqual(left.lowMs);
      }),
      { seed: 4711 },
    );
  });
});
