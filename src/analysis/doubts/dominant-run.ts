import { createColumnViews, scatterOf } from '../column-views.ts';
import { completeRows } from '../complete-rows.ts';

/** Fewer values than this don't show that one is far from the rest. */
const leastValues = 8;

/** One value with more of all squares about the mean than this decides what is made of products and squares. */
const largestShare = 0.5;

/** A single value that holds most of the squared scatter of a column. */
export interface DominantRun {
  /** From 1. */
  readonly run: number;
  readonly share: number;
}

/** @param values NaN where a run doesn't count @returns undefined where no value stands out so far */
export function dominantRun(
  values: Float64Array,
  views = createColumnViews(),
): DominantRun | undefined {
  const [finite = values] = completeRows([values], views);
  if (finite.length < leastValues) return undefined;
  const { values: centred, squares } = views.once(scatterOf, finite);
  let place = 0;
  for (let at = 0; at < centred.length; at += 1) {
    if (Math.abs(centred[at] ?? 0) > Math.abs(centred[place] ?? 0)) place = at;
  }
  const share = (centred[place] ?? 0) ** 2 / squares;
  return share > largestShare ? { run: rowOf(values, place) + 1, share } : undefined;
}

/** The row of a finite value, by its place among them. */
function rowOf(values: Float64Array, place: number): number {
  let seen = -1;
  return values.findIndex((value) => Number.isFinite(value) && (seen += 1) === place);
}

/** The same as a reason; false where no value stands out so far. */
export function dominanceDoubt(
  name: string,
  values: Float64Array,
  views = createColumnViews(),
): string | false {
  const found = views.once(dominantRun, values);
  return (
    found !== undefined &&
    `run ${found.run} holds ${Math.round(100 * found.share)} % of the squared scatter of ${name}, so it decides the result: look at that run, and compare without it`
  );
}
