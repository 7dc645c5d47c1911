import type { FailureBias } from './describe-bias.ts';
import { sampleQuantile, sortedFinite } from '../quantiles.ts';
import { countFailures, isTestable, rankSumTest } from './rank-sum-test.ts';
import { ranks } from '../../numbers/ranks.ts';
import { sortedOrder } from '../../numbers/sorted-order.ts';

/** What a test of one input says; the smaller its p, the less is it chance. */
export type FailurePlace = Pick<FailureBias, 'side' | 'share' | 'pValue' | 'range'>;

/** How many tests a column has: of two values, what lies in the middle or at both ends has no meaning. */
export function countTests(values: Float64Array): number {
  return hasMiddle(values) ? 3 : 1;
}

/**
 * Tests of where in an input runs failed: the rank-sum test sees a shift; the same of distances from the middle rank (Ansari and Bradley's) sees
 * the middle or both ends; Kolmogorov and Smirnov's sees any stretch. The last is taken only where the others show nothing.
 * @param failed share of the runs at each value that failed, 0 .. 1
 * @param level of each test
 * @returns undefined where none shows anything
 * @see A. R. Ansari, R. A. Bradley (1960), doi:10.1214/aoms/1177705688; N. V. Smirnov (1939)
 */
export function placeOfFailures(
  values: Float64Array,
  failed: Float64Array,
  level: number,
): FailurePlace | undefined {
  if (!isTestable(failed)) return undefined;
  const shift = rankSumTest(values, failed);
  const found: FailurePlace[] = shift && shift.pValue <= level ? [shift] : [];
  if (hasMiddle(values)) {
    const spread = rankSumTest(distancesFromMiddle(values), failed);
    if (spread && spread.pValue <= level) {
      const { share, pValue } = spread;
      const range = rangeOfFailures(values, failed);
      found.push(
        spread.side === 'high'
          ? { side: 'ends', share, pValue }
          : { side: 'middle', share, pValue, ...range },
      );
    }
    if (found.length === 0) {
      const stretch = smirnovTest(values, failed);
      if (stretch && stretch.pValue <= level) {
        found.push({ side: 'between', ...stretch, ...rangeOfFailures(values, failed) });
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
  const middle = (values.length + 1) / 2;
  return ranks(values).map((rank) => Math.abs(rank - middle));
}

/** Where four fifths of what failed lie. */
function rangeOfFailures(
  values: Float64Array,
  failed: Float64Array,
): { readonly range?: readonly [number, number] } {
  const own = sortedFinite(values.filter((_, place) => (failed[place] ?? 0) > 0));
  const [low, high] = [sampleQuantile(own, 0.1), sampleQuantile(own, 0.9)];
  return low === undefined || high === undefined ? {} : { range: [low, high] };
}

/**
 * The largest difference between the shares of what failed and of what didn't up to a value; where some failed in part, as many count as would tell
 * as much (L. Kish).
 * @param failed share of the runs at each value that failed, 0 .. 1
 * @returns undefined with fewer than three of either kind
 */
export function smirnovTest(
  values: Float64Array,
  failed: Float64Array,
): { readonly share: number; readonly pValue: number } | undefined {
  if (!isTestable(failed)) return undefined;
  const { lost, kept } = countFailures(failed);
  const order = sortedOrder(values);
  let [difference, share] = [0, 0];
  order.forEach((at, place) => {
    const own = failed[at] ?? 0;
    difference += own / lost - (1 - own) / kept;
    // Equal values count together.
    if (values[order[place + 1] ?? NaN] !== values[at])
      share = Math.max(share, Math.abs(difference));
  });
  const squares = (of: (share: number) => number): number =>
    failed.reduce((sum, own) => sum + of(own) ** 2, 0);
  const [ofLost, ofKept] = [
    lost ** 2 / squares((own) => own),
    kept ** 2 / squares((own) => 1 - own),
  ];
  const size = (ofLost * ofKept) / (ofLost + ofKept);
  return { share, pValue: smirnovChance(share * Math.sqrt(size)) };
}

/** Below this the sum below doesn't converge, and the probability is 1 to 12 digits. */
const leastDistance = 0.2;

/** Kolmogorov's distribution, from above. */
function smirnovChance(distance: number): number {
  if (distance < leastDistance) return 1;
  let sum = 0;
  for (let term = 1; term <= 100; term += 1) {
    const part = Math.exp(-2 * (term * distance) ** 2);
    sum += term % 2 === 1 ? part : -part;
    if (part < 1e-17) break;
  }
  return Math.max(0, Math.min(1, 2 * sum));
}
