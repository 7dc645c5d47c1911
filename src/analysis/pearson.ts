import { centre } from './centre.ts';
import { completeRows } from './complete-rows.ts';
import { dot } from './orthogonal-basis.ts';
import { ranks } from '../numbers/ranks.ts';

/**
 * Pearson's correlation of two columns of equal length over the rows where both are finite.
 * @returns -1 .. 1, or undefined below 2 such rows or where a column is constant
 */
export function pearson(x: Float64Array, y: Float64Array): number | undefined {
  const [first, second] = completeRows([x, y]).map(centre);
  if (!first || !second || !(first.scale > 0) || !(second.scale > 0)) return undefined;
  const sizes =
    Math.sqrt(dot(first.values, first.values)) * Math.sqrt(dot(second.values, second.values));
  return Math.max(-1, Math.min(1, dot(first.values, second.values) / sizes));
}

/** The same of ranks, given among the rows where both are finite. */
export function spearman(x: Float64Array, y: Float64Array): number | undefined {
  const [first, second] = completeRows([x, y]).map(ranks);
  return first && second && pearson(first, second);
}
