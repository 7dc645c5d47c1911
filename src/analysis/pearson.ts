import {
  createColumnViews,
  rankScatterOf,
  scatterOf,
  type ColumnViews,
  type Scatter,
} from './column-views.ts';
import { completeRows } from './complete-rows.ts';
import { dot } from './orthogonal-basis.ts';

/**
 * Pearson's correlation of two columns of equal length over the rows where both are finite.
 * @returns -1 .. 1, or undefined below 2 such rows or where a column is constant
 */
export function pearson(
  x: Float64Array,
  y: Float64Array,
  views = createColumnViews(),
): number | undefined {
  return correlationOf(scatterOf, x, y, views);
}

/** The same of ranks, given among the rows where both are finite. */
export function spearman(
  x: Float64Array,
  y: Float64Array,
  views = createColumnViews(),
): number | undefined {
  return correlationOf(rankScatterOf, x, y, views);
}

function correlationOf(
  make: (values: Float64Array) => Scatter,
  x: Float64Array,
  y: Float64Array,
  views: ColumnViews,
): number | undefined {
  const [first, second] = completeRows([x, y], views).map((column) => views.once(make, column));
  if (!first || !second || !(first.scale > 0) || !(second.scale > 0)) return undefined;
  const sizes = Math.sqrt(first.squares) * Math.sqrt(second.squares);
  return Math.max(-1, Math.min(1, dot(first.values, second.values) / sizes));
}
