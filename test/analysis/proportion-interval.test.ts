/** Intervals of probabilities that are trusted only where enough runs are on both sides, by all counts instead of simulated ones. */
import { describe, expect, it } from 'vitest';
import {
  chosenProportionInterval,
  leastRunsOfLevel,
  proportionInterval,
} from '../../src/analysis/proportion-interval.ts';

/** How often a level of a given probability is trusted, and how often its interval misses then. */
function fates(
  count: number,
  p: number,
  intervals: ReadonlyMap<number, readonly [number, number]>,
): { readonly trusted: number; readonly missed: number } {
  let [weight, trusted, missed] = [Math.exp(count * Math.log1p(-p)), 0, 0];
  for (let hits = 0; hits <= count; hits += 1) {
    const interval = intervals.get(hits);
    if (interval) {
      trusted += weight;
      if (interval[0] > p || interval[1] < p) missed += weight;
    }
    weight *= ((count - hits) / (hits + 1)) * (p / (1 - p));
  }
  return { trusted, missed };
}

function intervalsOf(
  count: number,
  own: typeof proportionInterval,
): ReadonlyMap<number, readonly [number, number]> {
  const trusted = Array.from({ length: count + 1 }, (_, hits) => hits).filter(
    (hits) => Math.min(hits, count - hits) >= leastRunsOfLevel,
  );
  return new Map(trusted.map((hits) => [hits, own(hits, count, 0.95)]));
}

/** Largest share of the trusted studies that miss, over all probabilities that one study in 200 trusts. */
function worstShare(count: number, own: typeof proportionInterval): number {
  const intervals = intervalsOf(count, own);
  const shares = Array.from({ length: 199 }, (_, place) => (place + 1) / 400).map((p) => {
    const { trusted, missed } = fates(count, p, intervals);
    return trusted < 1 / 200 ? 0 : missed / trusted;
  });
  return Math.max(...shares);
}

describe.each([30, 40, 60, 100, 200, 500])('the level of a response from %i runs', (count) => {
  it('that is trusted holds its probability in 95 % of the studies that trust it, however few', () => {
    expect(worstShare(count, chosenProportionInterval)).toBeLessThanOrEqual(0.05);
    expect(worstShare(count, proportionInterval)).toBeGreaterThan(0.2);
  });

  it('has Clopper and Pearson’s interval where it isn’t trusted, and far from that', () => {
    for (const hits of [0, 1, leastRunsOfLevel - 1, count - 3, count]) {
      expect(chosenProportionInterval(hits, count, 0.95)).toEqual(
        proportionInterval(hits, count, 0.95),
      );
    }
    if (count < 100) return;
    const [low, high] = chosenProportionInterval(count / 2, count, 0.95);
    const [exactLow, exactHigh] = proportionInterval(count / 2, count, 0.95);
    expect(low).toBeCloseTo(exactLow, 3);
    expect(high).toBeCloseTo(exactHigh, 3);
  });
});
