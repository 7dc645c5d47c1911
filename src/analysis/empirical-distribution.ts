import { sortedFinite } from './quantiles.ts';

/**
 * Points of the empirical distribution function: value, and share of the values that are at most that. All of them, or `most` that are
 * evenly spread over the shares, the smallest and the largest among them.
 */
export function empiricalDistribution(
  values: Float64Array,
  most = 200,
): readonly (readonly [number, number])[] {
  const sorted = sortedFinite(values);
  const count = Math.min(most, sorted.length);
  return Array.from({ length: count }, (_, point) => {
    const place = count === 1 ? 0 : Math.round((point * (sorted.length - 1)) / (count - 1));
    return [sorted[place] ?? NaN, (place + 1) / sorted.length] as const;
  });
}
