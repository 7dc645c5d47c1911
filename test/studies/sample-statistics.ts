/** The textbook's formulas, so that what the engine computed is judged by other code. */

/** Arithmetic mean. */
export function mean(x: readonly number[]): number {
  return x.reduce((sum, value) => sum + value, 0) / x.length;
}

/** Of a sample: divides by n - 1. */
export function standardDeviation(x: readonly number[]): number {
  const middle = mean(x);
  const squares = x.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (x.length - 1));
}

/** Pearson's, of two columns of equal length. */
export function correlation(x: readonly number[], y: readonly number[]): number {
  const [meanX, meanY] = [mean(x), mean(y)];
  const products = x.reduce(
    (sum, value, row) => sum + (value - meanX) * ((y[row] ?? NaN) - meanY),
    0,
  );
  return products / (x.length - 1) / standardDeviation(x) / standardDeviation(y);
}
