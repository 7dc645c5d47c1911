import { Matrix, QrDecomposition } from 'ml-matrix';

/** A fit of y by a linear combination of columns. */
export interface LeastSquaresFit {
  readonly coefficients: readonly number[];
  readonly standardErrors: readonly number[];
  readonly residualSquares: number;
  /** Degrees of freedom left. */
  readonly freedom: number;
  /** Sum of squared errors when each row is predicted from the others. */
  readonly leaveOneOutSquares: number;
}

/**
 * Least squares by Householder QR.
 * @param columns one a coefficient, complete and as long as y
 * @returns undefined where there are more columns than rows or the columns depend on each other
 */
export function leastSquares(
  columns: readonly Float64Array[],
  y: Float64Array,
): LeastSquaresFit | undefined {
  const [n, k] = [y.length, columns.length];
  if (k === 0 || n < k) return undefined;
  const scales = columns.map((column) => Math.sqrt(column.reduce((sum, x) => sum + x * x, 0)));
  if (scales.some((scale) => !(scale > 0) || scale === Infinity)) return undefined;
  const x = new Matrix(n, k);
  columns.forEach((column, index) => {
    x.setColumn(
      index,
      Array.from(column, (value) => value / (scales[index] ?? 1)),
    );
  });
  const qr = new QrDecomposition(x);
  const upper = qr.upperTriangularMatrix;
  if (upper.diagonal().some((entry) => Math.abs(entry) < 1e-9)) return undefined;
  const inverse = invertUpper(upper);
  // The thin Q by substitution: rows of X times the inverse of R.
  const q = x.mmul(inverse);
  const projected = q.transpose().mmul(Matrix.columnVector(Array.from(y)));
  const solution = inverse.mmul(projected).getColumn(0);
  let residualSquares = 0;
  let leaveOneOutSquares = 0;
  for (let row = 0; row < n; row += 1) {
    let fitted = 0;
    let leverage = 0;
    for (let c = 0; c < k; c += 1) {
      fitted += q.get(row, c) * projected.get(c, 0);
      leverage += q.get(row, c) ** 2;
    }
    const residual = (y[row] ?? 0) - fitted;
    residualSquares += residual * residual;
    leaveOneOutSquares += leverage < 1 - 1e-12 ? (residual / (1 - leverage)) ** 2 : Infinity;
  }
  const freedom = n - k;
  const variance = freedom > 0 ? residualSquares / freedom : NaN;
  return {
    coefficients: solution.map((b, index) => b / (scales[index] ?? 1)),
    standardErrors: solution.map((_, index) => {
      const own = inverse.getRow(index).reduce((sum, entry) => sum + entry * entry, 0);
      return Math.sqrt(variance * own) / (scales[index] ?? 1);
    }),
    residualSquares,
    freedom,
    leaveOneOutSquares,
  };
}

/** Inverse of an upper triangular matrix. */
export function invertUpper(upper: Matrix): Matrix {
  const n = upper.rows;
  const inverse = Matrix.zeros(n, n);
  for (let column = 0; column < n; column += 1) {
    for (let row = column; row >= 0; row -= 1) {
      let sum = row === column ? 1 : 0;
      for (let k = row + 1; k <= column; k += 1) sum -= upper.get(row, k) * inverse.get(k, column);
      inverse.set(row, column, sum / upper.get(row, row));
    }
  }
  return inverse;
}
