/** Statistics of a column without holes, two-pass. Fewer values than an estimator needs give NaN. */

export function sum(x: Float64Array): number {
  let total = 0;
  let lost = 0;
  for (const value of x) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

export function mean(x: Float64Array): number {
  return sum(x) / x.length;
}

/** Sum of the p-th powers of the deviations from the mean. */
function deviations(x: Float64Array, power: number): number {
  const middle = mean(x);
  return sum(x.map((value) => (value - middle) ** power));
}

/** Unbiased, n - 1. */
export function variance(x: Float64Array): number {
  return x.length < 2 ? NaN : deviations(x, 2) / (x.length - 1);
}

/** Bias-corrected, as Dakota and spreadsheets have it. */
export function skewness(x: Float64Array): number {
  const n = x.length;
  if (n < 3) return NaN;
  const [m2, m3] = [deviations(x, 2) / n, deviations(x, 3) / n];
  return ((m3 / m2 ** 1.5) * Math.sqrt(n * (n - 1))) / (n - 2);
}

/** Excess, bias-corrected. */
export function kurtosis(x: Float64Array): number {
  const n = x.length;
  if (n < 4) return NaN;
  const [m2, m4] = [deviations(x, 2) / n, deviations(x, 4) / n];
  return (((n + 1) * (m4 / m2 ** 2 - 3) + 6) * (n - 1)) / ((n - 2) * (n - 3));
}

export function median(x: Float64Array): number {
  return quantile(x, 0.5);
}

/** Linear between order statistics: value (n - 1) p of the sorted column, p in 0..1. */
export function quantile(x: Float64Array, p: number): number {
  if (x.length === 0 || !(p >= 0 && p <= 1)) return NaN;
  const sorted = Float64Array.from(x).sort();
  const place = (sorted.length - 1) * p;
  const low = sorted[Math.floor(place)] ?? NaN;
  const high = sorted[Math.ceil(place)] ?? NaN;
  return low === high ? low : low + (high - low) * (place - Math.floor(place));
}

/** Pearson's, of two columns of equal length. */
export function correlation(x: Float64Array, y: Float64Array): number {
  const [middleX, middleY] = [mean(x), mean(y)];
  const products = x.map((value, row) => (value - middleX) * ((y[row] ?? NaN) - middleY));
  return sum(products) / Math.sqrt(deviations(x, 2) * deviations(y, 2));
}
