import { normalCdf } from '../distributions/index.ts';
import { ranks } from '../numbers/ranks.ts';

/** Whether runs that failed have other values than those that were accepted. */
export interface RankSum {
  readonly side: 'low' | 'high';
  /** Probability that a failed run has the larger value; 0.5 = no relation. */
  readonly share: number;
  readonly pValue: number;
}

/** @returns undefined with fewer than three runs of either kind, or where values don't differ */
export function rankSumTest(
  values: Float64Array,
  accepted: readonly boolean[],
): RankSum | undefined {
  const rows = accepted.flatMap((isAccepted, row) =>
    Number.isFinite(values[row]) ? [{ isAccepted, row }] : [],
  );
  const failed = rows.filter(({ isAccepted }) => !isAccepted).length;
  const passed = rows.length - failed;
  if (failed < 3 || passed < 3) return undefined;
  const ranked = ranks(Float64Array.from(rows, ({ row }) => values[row] ?? NaN));
  const sum = ranked.reduce(
    (total, rank, place) => (rows[place]?.isAccepted === true ? total : total + rank),
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
