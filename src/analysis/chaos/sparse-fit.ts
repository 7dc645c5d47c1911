import { createGrowingFit } from '../growing-fit.ts';
import { dot } from '../orthogonal-basis.ts';
import type { RowGroups } from '../row-groups.ts';

/** A least-squares fit by some of the candidate columns. */
export interface SparseFit {
  /** Places of the chosen candidates, the first one (the constant) first. */
  readonly chosen: readonly number[];
  readonly coefficients: readonly number[];
  readonly residualSquares: number;
  /** Sum of squared errors when each row is predicted from the others. */
  readonly leaveOneOutSquares: number;
  /** The same, raised for the number of columns: what fits are chosen by. */
  readonly corrected: number;
}

/**
 * Adds the candidate that the residual agrees with most, one after another (orthogonal matching pursuit), and keeps the fit with the
 * smallest corrected leave-one-out error; with `all`, takes every candidate that is new in their order.
 * @param candidates the constant first; complete columns as long as y
 * @param most columns at most
 * @param groups rows that repeat each other: they are left out together, and count as one
 * @see J. D. Jakeman, M. S. Eldred, K. Sargsyan (2015), doi:10.1016/j.jcp.2015.02.025; correction: O. Chapelle, V. Vapnik, Y. Bengio (2002), doi:10.1023/A:1013943418833
 */
export function sparseFit(
  candidates: readonly Float64Array[],
  y: Float64Array,
  most: number,
  { all = false, groups }: { all?: boolean; groups?: RowGroups } = {},
): SparseFit | undefined {
  const n = groups?.count ?? y.length;
  const fit = createGrowingFit(y, groups);
  const { residual } = fit;
  const chosen: number[] = [];
  const take = (place: number): boolean => {
    const column = candidates[place];
    if (column === undefined || !fit.add(column)) return false;
    chosen.push(place);
    return true;
  };
  const judge = (): SparseFit => {
    const k = chosen.length;
    const leaveOneOutSquares = fit.leaveOneOutSquares();
    const trace = (y.length / n) * fit.varianceFactors().reduce((sum, factor) => sum + factor, 0);
    return {
      chosen: [...chosen],
      coefficients: fit.coefficients(),
      residualSquares: fit.residualSquares(),
      leaveOneOutSquares,
      corrected: k < n ? leaveOneOutSquares * (n / (n - k)) * (1 + trace) : Infinity,
    };
  };
  const start = dot(y, y);
  if (all) {
    candidates.forEach((_, place) => take(place));
    return chosen.length === candidates.length && chosen.length < n ? judge() : undefined;
  }
  if (!take(0)) return undefined;
  let best = judge();
  const lengths = candidates.map((column) => Math.sqrt(dot(column, column)));
  const left = new Set(candidates.keys());
  left.delete(0);
  for (let misses = 0; chosen.length < most && left.size > 0 && misses < 8;) {
    if (dot(residual, residual) <= 1e-24 * start) break;
    const place = closest(candidates, lengths, left, residual);
    if (place === undefined) break;
    left.delete(place);
    if (!take(place)) continue;
    const found = judge();
    if (found.corrected < best.corrected) [best, misses] = [found, 0];
    else misses += 1;
  }
  return best;
}

/** The {@link dot} of up to four columns with one: their sums don't wait for each other. */
function fourDots(
  [first, second = first, third = first, fourth = first]: readonly Float64Array[],
  y: Float64Array,
): readonly number[] {
  if (!first || !second || !third || !fourth) return [];
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let row = 0; row < y.length; row += 1) {
    const own = y[row] ?? 0;
    a += (first[row] ?? 0) * own;
    b += (second[row] ?? 0) * own;
    c += (third[row] ?? 0) * own;
    d += (fourth[row] ?? 0) * own;
  }
  return [a, b, c, d];
}

/** @returns undefined where no agreement is a number, as squares of a column have none */
function closest(
  candidates: readonly Float64Array[],
  lengths: readonly number[],
  left: ReadonlySet<number>,
  residual: Float64Array,
): number | undefined {
  const places = [...left];
  let closestPlace: number | undefined;
  let largest = -1;
  for (let at = 0; at < places.length; at += 4) {
    const four = places.slice(at, at + 4);
    const columns = four.map((place) => candidates[place] ?? residual);
    const products = fourDots(columns, residual);
    four.forEach((place, own) => {
      const agreement = Math.abs(products[own] ?? 0) / (lengths[place] || Infinity);
      if (agreement > largest) [closestPlace, largest] = [place, agreement];
    });
  }
  return closestPlace;
}
