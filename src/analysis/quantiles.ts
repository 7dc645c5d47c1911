/** The finite values, ascending. */
export function sortedFinite(values: Float64Array): Float64Array {
  return values.filter(Number.isFinite).sort();
}

/**
 * Quantile of a sample by linear interpolation between order statistics (type 7, numpy's default).
 * @param sorted ascending
 * @returns undefined for an empty sample
 * @see R. J. Hyndman, Y. Fan (1996), doi:10.1080/00031305.1996.10473566
 */
export function sampleQuantile(sorted: Float64Array, p: number): number | undefined {
  const place = p * (sorted.length - 1);
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return undefined;
  const share = place - Math.floor(place);
  const distance = above - below;
  // Two values may lie farther apart than the largest double.
  return distance < Infinity ? below + distance * share : below * (1 - share) + above * share;
}

/** Share of values at or below `level`. @param sorted ascending */
export function probabilityBelow(sorted: Float64Array, level: number): number | undefined {
  if (sorted.length === 0) return undefined;
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? NaN) <= level) low = middle + 1;
    else high = middle;
  }
  return low / sorted.length;
}
