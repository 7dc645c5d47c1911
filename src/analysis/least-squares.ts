import { createOrthogonalBasis, dot, inverseColumn } from './orthogonal-basis.ts';

/** A fit of y by a linear combination of columns. */
export interface LeastSquaresFit {
  readonly coefficients: readonly number[];
  /** Diagonal of (X'X)^-1: a coefficient's variance over that of the errors. */
  readonly varianceFactors: readonly number[];
  readonly standardErrors: readonly number[];
  readonly residualSquares: number;
  /** Degrees of freedom left. */
  readonly freedom: number;
  /** Sum of squared errors when each row is predicted from the others. */
  readonly leaveOneOutSquares: number;
}

/**
 * Least squares on an orthonormal basis of the columns.
 * @param columns one a coefficient, complete and as long as y
 * @returns undefined where there are more columns than rows or the columns depend on each other
 */
export function leastSquares(
  columns: readonly Float64Array[],
  y: Float64Array,
): LeastSquaresFit | undefined {
  const [n, k] = [y.length, columns.length];
  if (k === 0 || n < k) return undefined;
  const scales = columns.map((column) => Math.sqrt(dot(column, column)));
  if (scales.some((scale) => !(scale > 0) || scale === Infinity)) return undefined;
  const basis = createOrthogonalBasis();
  const inverse: Float64Array[] = [];
  const shares: number[] = [];
  const residual = y.slice();
  const leverage = new Float64Array(n);
  for (const [index, column] of columns.entries()) {
    const scale = scales[index] ?? 1;
    if (!basis.add(column.map((value) => value / scale))) return undefined;
    const unit = basis.columns[index] ?? residual;
    inverse.push(inverseColumn(inverse, basis.upper[index] ?? new Float64Array()));
    const share = dot(unit, residual);
    shares.push(share);
    for (let row = 0; row < n; row += 1) {
      const own = unit[row] ?? 0;
      residual[row] = (residual[row] ?? 0) - share * own;
      leverage[row] = (leverage[row] ?? 0) + own * own;
    }
  }
  const sumOver = (f: (column: number) => number): number =>
    shares.reduce((sum, _, column) => sum + f(column), 0);
  const residualSquares = dot(residual, residual);
  const freedom = n - k;
  const variance = freedom > 0 ? residualSquares / freedom : NaN;
  const varianceFactors = scales.map(
    (scale, row) => sumOver((column) => (inverse[column]?.[row] ?? 0) ** 2) / scale ** 2,
  );
  return {
    coefficients: scales.map(
      (scale, row) =>
        sumOver((column) => (inverse[column]?.[row] ?? 0) * (shares[column] ?? 0)) / scale,
    ),
    varianceFactors,
    standardErrors: varianceFactors.map((factor) => Math.sqrt(variance * factor)),
    residualSquares,
    freedom,
    leaveOneOutSquares: residual.reduce((sum, error, row) => {
      const left = 1 - (leverage[row] ?? 0);
      return sum + (left > 1e-12 ? (error / left) ** 2 : Infinity);
    }, 0),
  };
}
