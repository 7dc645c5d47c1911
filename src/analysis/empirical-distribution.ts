import { sortedFinite } from './quantiles.ts';

/** A point of an empirical distribution function. */
export interface DistributionPoint {
  readonly value: number;
  /** Share of the values that are at most `value`. */
  readonly share: number;
  /** Share of the values that are larger. */
  readonly exceedance: number;
}

/**
 * Points of the empirical distribution function, one a different value. All of them, or at most `most` that are evenly spread over the
 * shares, the smallest and the largest among them.
 */
export function empiricalDistribution(
  values: Float64Array,
  most = 200,
): readonly DistributionPoint[] {
  const sorted = sortedFinite(values);
  const { length } = sorted;
  // Where each different value stands last: as many values are at most that.
  const lasts = Array.from(sorted.keys()).filter((place) => sorted[place] !== sorted[place + 1]);
  const count = Math.min(most, length);
  const places =
    lasts.length <= most
      ? lasts
      : Array.from({ length: count }, (_, point) =>
          lastOf(sorted, Math.round((point * (length - 1)) / Math.max(1, count - 1))),
        );
  return [...new Set(places)].map((place) => ({
    value: sorted[place] ?? NaN,
    share: (place + 1) / length,
    exceedance: (length - place - 1) / length,
  }));
}

/** The last place of the value that stands at a place. */
function lastOf(sorted: Float64Array, from: number): number {
  let place = from;
  while (place + 1 < sorted.length && sorted[place + 1] === sorted[from]) place += 1;
  return place;
}
