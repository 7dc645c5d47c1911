import { chiSquareQuantile, studentQuantile } from '../distributions/index.ts';
import type { Moments } from './moments.ts';

/** Lower and upper end. */
export type Interval = readonly [number, number];

/**
 * Intervals that hold the true mean and standard deviation with the given confidence. They assume independent normal values, so they
 * are too wide for a Latin hypercube or Sobol' design.
 * @returns undefined below 2 values
 * @see Dakota User's Manual, sampling: 95 % confidence intervals
 */
export function confidenceIntervals(
  { count, mean, standardDeviation }: Moments,
  confidence = 0.95,
): { readonly mean: Interval; readonly standardDeviation: Interval } | undefined {
  if (count < 2 || standardDeviation === undefined) return undefined;
  const freedom = count - 1;
  const upper = (1 + confidence) / 2;
  const half = (studentQuantile(upper, freedom) * standardDeviation) / Math.sqrt(count);
  const spread = standardDeviation * Math.sqrt(freedom);
  return {
    mean: [mean - half, mean + half],
    standardDeviation: [
      spread / Math.sqrt(chiSquareQuantile(upper, freedom)),
      spread / Math.sqrt(chiSquareQuantile(1 - upper, freedom)),
    ],
  };
}
