import { createGrowingFit, type GrowingFit } from './growing-fit.ts';
import { dot } from './orthogonal-basis.ts';
import type { RowGroups } from './row-groups.ts';

/** A fit of y by a linear combination of columns. */
export interface LeastSquaresFit {
  readonly coefficients: readonly number[];
  /** Diagonal of (X'X)^-1: a coefficient's variance over that of the errors. */
  readonly varianceFactors: readonly number[];
  readonly standardErrors: readonly number[];
  readonly residualSquares: number;
  readonly residual: Float64Array;
  /** How much each row draws the fit to itself, 0 .. 1. */
  readonly leverage: Float64Array;
  /** A prediction's variance over that of the errors. @param row of a further point, one entry a column */
  readonly leverageAt: (row: readonly number[]) => number;
  /** Degrees of freedom left. */
  readonly freedom: number;
  /** Sum of squared errors when each row is predicted from the others. */
  readonly leaveOneOutSquares: number;
  /** The fit of another target by the same columns. */
  readonly again: (y: Float64Array) => LeastSquaresFit;
}

/**
 * Least squares on an orthonormal basis of the columns.
 * @param columns one a coefficient, complete and as long as y
 * @param groups rows that repeat each other, which are left out together. Default: none do
 * @returns undefined where there are more columns than rows or the columns depend on each other
 */
export function leastSquares(
  columns: readonly Float64Array[],
  y: Float64Array,
  groups?: RowGroups,
): LeastSquaresFit | undefined {
  const [n, k] = [y.length, columns.length];
  if (k === 0 || n < k) return undefined;
  const scales = columns.map((column) => Math.sqrt(dot(column, column)));
  if (scales.some((scale) => !(scale > 0) || scale === Infinity)) return undefined;
  const fit = createGrowingFit(y, groups);
  for (const [index, column] of columns.entries()) {
    const scale = scales[index] ?? 1;
    if (!fit.add(column.map((value) => value / scale))) return undefined;
  }
  return describeFit(fit, scales, groups);
}

function describeFit(
  fit: GrowingFit,
  scales: readonly number[],
  groups: RowGroups | undefined,
): LeastSquaresFit {
  const residualSquares = fit.residualSquares();
  const freedom = fit.residual.length - scales.length;
  const variance = freedom > 0 ? residualSquares / freedom : NaN;
  const varianceFactors = fit
    .varianceFactors()
    .map((factor, index) => factor / (scales[index] ?? 1) ** 2);
  return {
    coefficients: fit.coefficients().map((b, index) => b / (scales[index] ?? 1)),
    varianceFactors,
    standardErrors: varianceFactors.map((factor) => Math.sqrt(variance * factor)),
    residualSquares,
    residual: fit.residual,
    leverage: fit.leverage,
    leverageAt: (row) => fit.leverageAt(row.map((value, index) => value / (scales[index] ?? 1))),
    freedom,
    get leaveOneOutSquares() {
      return fit.leaveOneOutSquares();
    },
    again: (y) => describeFit(createGrowingFit(y, groups, fit.basis), scales, groups),
  };
}
