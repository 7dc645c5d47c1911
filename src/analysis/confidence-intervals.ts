import { chiSquareQuantile, studentQuantile } from '../distributions/index.ts';
import type { ScatterOfDraws } from './draws.ts';
import type { Moments } from './moments.ts';

/** Lower and upper end. */
export type Interval = readonly [number, number];

/**
 * Intervals that hold the true mean and standard deviation with the given confidence. They assume independent normal values, so they
 * are too wide for a Latin hypercube or Sobol' design.
 * @param scatter where runs share draws of the inputs: then the draws are independent, not the runs
 * @returns undefined below 2 values, or where an end is beyond the largest double
 * @see Dakota User's Manual, sampling: 95 % confidence intervals
 */
export function confidenceIntervals(
  { count, mean, standardDeviation }: Pick<Moments, 'count' | 'mean' | 'standardDeviation'>,
  confidence = 0.95,
  scatter?: ScatterOfDraws,
): { readonly mean: Interval; readonly standardDeviation: Interval } | undefined {
  if (count < 2 || standardDeviation === undefined) return undefined;
  const { draws, meanError, freedom } = scatter ?? {
    draws: count,
    meanError: standardDeviation / Math.sqrt(count),
    freedom: count - 1,
  };
  const upper = (1 + confidence) / 2;
  const half = meanError * studentQuantile(upper, draws - 1);
  const deviationAt = (p: number): number =>
    standardDeviation * Math.sqrt(freedom / chiSquareQuantile(p, freedom));
  const found = {
    mean: [mean - half, mean + half] as const,
    standardDeviation: [deviationAt(upper), deviationAt(1 - upper)] as const,
  };
  return [...found.mean, ...found.standardDeviation].every(Number.isFinite) ? found : undefined;
}
