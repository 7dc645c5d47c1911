import { normalCdf } from '../../distributions/index.ts';
import { ranks } from '../../numbers/ranks.ts';

/** Whether what failed has other values than what didn't. */
export interface RankSum {
  readonly side: 'low' | 'high';
  /** Probability that a failed run has the larger value; 0.5 = no relation. */
  readonly share: number;
  readonly pValue: number;
}

/** Whether at least three places have a failure, and three a success. @param failed share of each */
export function isTestable(failed: Float64Array): boolean {
  const least = 3;
  const count = (is: (share: number) => boolean): number => failed.filter(is).length;
  return count((share) => share > 0) >= least && count((share) => share < 1) >= least;
}

/** How many failed, and how many didn't, where some failed in part. */
export function countFailures(failed: Float64Array): {
  readonly lost: number;
  readonly kept: number;
} {
  const lost = failed.reduce((sum, share) => sum + share, 0);
  return { lost, kept: failed.length - lost };
}

/**
 * The sum of the ranks of what failed, beside all ways to assign these shares to the values.
 * @param failed share of each that failed, 0 .. 1
 * @returns undefined where too few of either kind are there, or values don't differ
 */
export function rankSumTest(values: Float64Array, failed: Float64Array): RankSum | undefined {
  if (!isTestable(failed)) return undefined;
  const n = values.length;
  const ranked = ranks(values);
  const { lost, kept } = countFailures(failed);
  const middle = (n + 1) / 2;
  let [sum, spread, scatter] = [0, 0, 0];
  ranked.forEach((rank, place) => {
    const share = failed[place] ?? 0;
    sum += share * rank;
    spread += (rank - middle) ** 2;
    scatter += (share - lost / n) ** 2;
  });
  const deviation = sum - lost * middle;
  const sigma = Math.sqrt((spread * scatter) / (n - 1));
  if (!(sigma > 0)) return undefined;
  return {
    side: deviation < 0 ? 'low' : 'high',
    share: (sum - (lost * (lost + 1)) / 2) / (lost * kept),
    pValue: 2 * normalCdf(-Math.abs(deviation) / sigma),
  };
}
