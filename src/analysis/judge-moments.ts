import { moments } from './moments.ts';

/** Fewer values than this don't show whether they are normal. */
const leastValues = 10;

/**
 * Why the intervals of the mean and the standard deviation, which are those of normal values, may be too narrow; false where nothing speaks
 * against them.
 */
export function doubtInMoments(values: Float64Array): string | false {
  const found = moments(values);
  if (!found || found.count < 2 || found.standardDeviation === 0) return false;
  const { count, skewness = 0, kurtosis = 0 } = found;
  if (count < leastValues) {
    return `${count} values don't show whether they are normal, as the intervals of mean and standard deviation assume`;
  }
  if (!hasLongTail(values)) return false;
  return `the values have a longer tail than normal ones (skewness ${skewness.toFixed(2)}, excess kurtosis ${kurtosis.toFixed(2)}): the intervals of mean and standard deviation, which assume normal values, are too narrow`;
}

/**
 * Whether values have a longer tail than normal ones. It shows in the excess kurtosis, and in few values sooner in the skewness: of a gamma
 * distribution, the former is 1.5 times the latter's square. With these bounds, at most 20 of 200 simulated studies that are called good miss the
 * truth (bench/calibration).
 */
export function hasLongTail(values: Float64Array): boolean {
  const { count = 0, skewness = 0, kurtosis = 0 } = moments(values) ?? {};
  return Math.max(kurtosis, 1.5 * skewness ** 2) > (count < 20 ? 0.5 : 0.75);
}
