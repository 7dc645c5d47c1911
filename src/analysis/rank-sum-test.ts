import { normalCdf } from '../distributions/index.ts';
import { ranks } from '../numbers/ranks.ts';

/** Whether runs that failed have other values than those that were accepted. */
export interface RankSum {
  readonly side: 'low' | 'high';
  /** Probability that a failed run has the larger value; 0.5 = no relation. */
  readonly share: number;
  readonly pValue: number;
}

/** How many runs with a finite value failed and were accepted. */
export function countFailures(
  values: Float64Array,
  accepted: readonly boolean[],
): { readonly failed: number; readonly passed: number } {
  let [failed, passed] = [0, 0];
  for (let row = 0; row < values.length; row += 1) {
    if (!Number.isFinite(values[row])) continue;
    if (accepted[row] === true) passed += 1;
    else failed += 1;
  }
  return { failed, passed };
}

/** @returns undefined with fewer than three runs of either kind, or where values don't differ */
export function rankSumTest(
  values: Float64Array,
  accepted: readonly boolean[],
): RankSum | undefined {
  const { failed, passed } = countFailures(values, accepted);
  if (failed < 3 || passed < 3) return undefined;
  const all = ranks(values);
  const ranked = all.filter(Number.isFinite);
  const sum = all.reduce(
    (total, rank, row) => (accepted[row] === true || Number.isNaN(rank) ? total : total + rank),
    0,
  );
  const mean = ranked.reduce((total, rank) => total + rank, 0) / ranked.length;
  const spread =
    ranked.reduce((total, rank) => total + (rank - mean) ** 2, 0) / (ranked.length - 1);
  const deviation = sum - failed * mean;
  const sigma = Math.sqrt((failed * passed * spread) / ranked.length);
  if (!(sigma > 0)) return undefined;
  return {
    side: deviation < 0 ? 'low' : 'high',
    share: (sum - (failed * (failed + 1)) / 2) / (failed * passed),
    pValue: 2 * normalCdf(-Math.abs(deviation) / sigma),
  };
}
