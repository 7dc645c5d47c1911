import type { FailureBias } from './describe-bias.ts';
import { sampleQuantile, sortedFinite } from './quantiles.ts';
import { countFailures, rankSumTest } from './rank-sum-test.ts';
import { ranks } from '../numbers/ranks.ts';
import { sortedOrder } from '../numbers/sorted-order.ts';

/** What a test of one input says; the smaller its p, the less is it chance. */
export type FailurePlace = Pick<FailureBias, 'side' | 'share' | 'pValue' | 'range'>;

/** How many tests a column has: of two values, what lies in the middle or at both ends has no meaning. */
export function countTests(values: Float64Array): number {
  return hasMiddle(values) ? 3 : 1;
}

/**
 * Tests of where in an input runs failed: the rank-sum test sees a shift; the same of distances from the middle rank (Ansari and Bradley's) sees
 * the middle or both ends; Kolmogorov and Smirnov's sees any stretch. The last is taken only where the others show nothing.
 * @param level of each test
 * @returns undefined where none shows anything
 * @see A. R. Ansari, R. A. Bradley (1960), doi:10.1214/aoms/1177705688; N. V. Smirnov (1939)
 */
export function placeOfFailures(
  values: Float64Array,
  accepted: readonly boolean[],
  level: number,
): FailurePlace | undefined {
  const { failed, passed } = countFailures(values, accepted);
  if (failed < 3 || passed < 3) return undefined;
  const shift = rankSumTest(values, accepted);
  const found: FailurePlace[] = shift && shift.pValue <= level ? [shift] : [];
  if (hasMiddle(values)) {
    const spread = rankSumTest(distancesFromMiddle(values), accepted);
    if (spread && spread.pValue <= level) {
      const { share, pValue } = spread;
      const range = rangeOfFailures(values, accepted);
      found.push(
        spread.side === 'high'
          ? { side: 'ends', share, pValue }
          : { side: 'middle', share, pValue, ...range },
      );
    }
    if (found.length === 0) {
      const stretch = smirnovTest(values, accepted);
      if (stretch && stretch.pValue <= level) {
        found.push({ side: 'between', ...stretch, ...rangeOfFailures(values, accepted) });
      }
    }
  }
  return found.toSorted((a, b) => a.pValue - b.pValue)[0];
}

function hasMiddle(values: Float64Array): boolean {
  const seen = new Set<number>();
  for (const value of values) {
    if (Number.isFinite(value)) seen.add(value);
    if (seen.size > 2) return true;
  }
  return false;
}

function distancesFromMiddle(values: Float64Array): Float64Array {
  const ranked = ranks(values);
  const middle = (ranked.filter(Number.isFinite).length + 1) / 2;
  return ranked.map((rank) => Math.abs(rank - middle));
}

/** Where four fifths of the failed runs lie. */
function rangeOfFailures(
  values: Float64Array,
  accepted: readonly boolean[],
): { readonly range?: readonly [number, number] } {
  const own = sortedFinite(values.filter((_, row) => accepted[row] !== true));
  const [low, high] = [sampleQuantile(own, 0.1), sampleQuantile(own, 0.9)];
  return low === undefined || high === undefined ? {} : { range: [low, high] };
}

/**
 * The largest difference between the shares of failed and of accepted runs up to a value.
 * @returns undefined with fewer than three of either kind
 */
export function smirnovTest(
  values: Float64Array,
  accepted: readonly boolean[],
): { readonly share: number; readonly pValue: number } | undefined {
  const { failed, passed } = countFailures(values, accepted);
  if (failed < 3 || passed < 3) return undefined;
  const rows = sortedOrder(values);
  let [difference, share] = [0, 0];
  rows.forEach((row, place) => {
    difference += accepted[row] === true ? -1 / passed : 1 / failed;
    // Equal values count together.
    if (values[rows[place + 1] ?? NaN] !== values[row])
      share = Math.max(share, Math.abs(difference));
  });
  const size = (failed * passed) / rows.length;
  return { share, pValue: smirnovChance(share * Math.sqrt(size)) };
}

/** Kolmogorov's distribution, from above. */
function smirnovChance(distance: number): number {
  let sum = 0;
  for (let term = 1; term <= 100; term += 1) {
    const part = Math.exp(-2 * (term * distance) ** 2);
    sum += term % 2 === 1 ? part : -part;
    if (part < 1e-17) break;
  }
  return Math.max(0, Math.min(1, 2 * sum));
}
