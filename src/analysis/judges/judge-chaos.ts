import type { ColumnViews } from '../column-views.ts';
import { hasLongTail } from './judge-moments.ts';
import { noIntervals } from './judge-structure.ts';
import { percent } from '../percent.ts';
import type { ChaosSummary } from '../summarise-chaos.ts';
import { widestInterval } from '../widest-interval.ts';

/** Below this share of predicted variance, indices of a fit aren't the response's own. */
const leastPrediction = 0.9;

/** The same where a long tail holds much of the variance. */
const leastPredictionOfTail = 0.9999;

/** What an expansion itself shows against its results. @param values of the response, NaN where a run doesn't count */
export function doubtsInChaos(
  { q2, indices }: ChaosSummary,
  values: Float64Array,
  views: ColumnViews,
): readonly (string | false)[] {
  const widest = widestShare(indices);
  return [
    q2 < leastPrediction && `it predicts ${percent(q2)} of the variance of runs left out`,
    indices?.some(({ firstInterval }) => firstInterval === undefined) === true && noIntervals,
    widest > widestInterval &&
      `an interval of an index is ± ${widest.toPrecision(2)}: more runs make it narrower`,
    q2 < leastPredictionOfTail &&
      hasLongTail(values, views) &&
      `the response is skewed or has a longer tail than normal values, and of it the expansion predicts no more than ${(100 * q2).toFixed(2)} % of the variance: what is left lies where few runs are, so indices may be off by more than their intervals`,
    indices === undefined &&
      'inputs depend on each other, so it gives no indices, and its mean and standard deviation are those of independent ones',
  ];
}

/** Largest half width of an interval of an index. */
function widestShare(indices: ChaosSummary['indices'] = []): number {
  const widths = indices
    .flatMap(({ firstInterval, totalInterval }) => [firstInterval, totalInterval])
    .map((interval) => (interval ? (interval[1] - interval[0]) / 2 : 0));
  return Math.max(0, ...widths);
}
