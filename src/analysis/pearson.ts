/**
 * Pearson's correlation of two columns of equal length over the rows where both are finite.
 * @returns -1 .. 1, or undefined below 2 such rows or where a column is constant
 */
export function pearson(x: Float64Array, y: Float64Array): number | undefined {
  let count = 0;
  let meanX = 0;
  let meanY = 0;
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  for (let row = 0; row < x.length; row += 1) {
    const a = x[row] ?? NaN;
    const b = y[row] ?? NaN;
    if (!Number.isFinite(a) || !Number.isFinite(b)) continue;
    count += 1;
    const dx = a - meanX;
    const dy = b - meanY;
    meanX += dx / count;
    meanY += dy / count;
    sxx += dx * (a - meanX);
    syy += dy * (b - meanY);
    sxy += dx * (b - meanY);
  }
  if (count < 2 || !(sxx > 0) || !(syy > 0)) return undefined;
  return Math.max(-1, Math.min(1, sxy / Math.sqrt(sxx) / Math.sqrt(syy)));
}
