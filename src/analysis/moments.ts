import { meanOf } from './centre.ts';
import { createColumnViews, scatterOf } from './column-views.ts';
import { completeRows } from './complete-rows.ts';

/** The first four moments of a sample, by Dakota's estimators. Fields that need more values are undefined. */
export interface Moments {
  /** Values that were finite. */
  readonly count: number;
  readonly mean: number;
  /** Unbiased variance's root; from 2 values, where a double holds it. */
  readonly standardDeviation?: number;
  /** Bias-corrected; from 3 values that differ. */
  readonly skewness?: number;
  /** Bias-corrected excess kurtosis, 0 for a normal distribution; from 4 values that differ. */
  readonly kurtosis?: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Moments in two passes; values that aren't finite are left out.
 * @returns undefined without a finite value
 * @see Dakota Reference Manual, sampling: moments; D. N. Joanes, C. A. Gill (1998), doi:10.1111/1467-9884.00122
 */
export function moments(values: Float64Array, views = createColumnViews()): Moments | undefined {
  let count = 0;
  let min = Infinity;
  let max = -Infinity;
  const [finite = values] = completeRows([values], views);
  for (const value of finite) {
    count += 1;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (count === 0) return undefined;
  const mean = meanOf(finite);
  if (count < 2) return { count, mean, min, max };
  const { values: centred, scale } = views.once(scatterOf, finite);
  if (!(scale > 0)) return { count, mean, standardDeviation: 0, min, max };
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (const z of centred) {
    second += z * z;
    third += z * z * z;
    fourth += z * z * z * z;
  }
  const n = count;
  const m2 = second / n;
  const skew = third / n / m2 ** 1.5;
  const deviation = scale * Math.sqrt(second / (n - 1));
  const excess = fourth / n / (m2 * m2) - 3;
  return {
    count,
    mean,
    ...(deviation < Infinity ? { standardDeviation: deviation } : {}),
    ...(n > 2 ? { skewness: (skew * Math.sqrt(n * (n - 1))) / (n - 2) } : {}),
    ...(n > 3 ? { kurtosis: ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * excess + 6) } : {}),
    min,
    max,
  };
}
