import { incompleteBeta } from '../distributions/index.ts';

/**
 * The fewest independent runs so that the `order`-th largest value (two-sided: the `order`-th smallest and largest) bounds the given
 * share of all values with the given confidence.
 * @param coverage share, inside (0, 1), such as 0.95
 * @see S. S. Wilks (1941), doi:10.1214/aoms/1177731788
 */
export function wilksSize(
  coverage: number,
  confidence: number,
  { order = 1, twoSided = false }: { order?: number; twoSided?: boolean } = {},
): number {
  const left = twoSided ? 2 * order : order;
  const reached = (n: number): number => incompleteBeta(n - left + 1, left, coverage).upper;
  let high = left;
  while (reached(high) < confidence) high *= 2;
  let low = Math.max(left, high / 2);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reached(middle) < confidence) low = middle + 1;
    else high = middle;
  }
  return high;
}
