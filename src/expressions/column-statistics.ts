/** Statistics of a column without missing values. */

/** Compensated, so that the order of the rows hardly matters. */
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

/** Linear between order statistics: value (n - 1) p of the sorted column, p in 0..1. */
export function quantile(x: Float64Array, p: number): number {
  if (x.length === 0 || !(p >= 0 && p <= 1)) return NaN;
  const sorted = Float64Array.from(x).sort();
  const place = (sorted.length - 1) * p;
  const low = sorted[Math.floor(place)] ?? NaN;
  const high = sorted[Math.ceil(place)] ?? NaN;
  return low === high ? low : low + (high - low) * (place - Math.floor(place));
}
