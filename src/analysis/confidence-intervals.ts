import { chiSquareQuantile, studentQuantile } from '../distributions/index.ts';
import type { Moments } from './moments.ts';

/** Lower and upper end. */
export type Interval = readonly [number, number];

/**
 * Intervals that hold the true mean and standard deviation with the given confidence. They assume independent normal values, so they
 * are too wide for a Latin hypercube or Sobol' design.
 * @returns undefined below 2 values, or where an end is beyond the largest double
 * @see Dakota User's Manual, sampling: 95 % confidence intervals
 */
export function confidenceIntervals(
  { count, mean, standardDeviation }: Moments,
  confidence = 0.95,
): { readonly mean: Interval; readonly standardDeviation: Interval } | undefined {
  if (count < 2 || standardDeviation === undefined) return undefined;
  const freedom = count - 1;
  const upper = (1 + confidence) / 2;
  const half = standardDeviation * (studentQuantile(upper, freedom) / Math.sqrt(count));
  const deviationAt = (p: number): number =>
    standardDeviation * Math.sqrt(freedom / chiSquareQuantile(p, freedom));
  const found = {
    mean: [mean - half, mean + half] as const,
    standardDeviation: [deviationAt(upper), deviationAt(1 - upper)] as const,
  };
  return [...found.mean, ...found.standardDeviation].every(Number.isFinite) ? found : undefined;
}
