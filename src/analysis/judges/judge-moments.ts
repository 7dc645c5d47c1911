import { confidenceIntervals } from '../confidence-intervals.ts';
import { createColumnViews } from '../column-views.ts';
import { countDraws, meansOfDraws, scatterOfDraws, type Draws } from '../draws.ts';
import { equalDoubt } from './judge-shares.ts';
import { moments } from '../moments.ts';
import { tailDoubt } from '../doubts/tail-doubt.ts';

/**
 * Fewer values than this don't show whether they have a long tail: the ones that show none are those that lack it, and their intervals miss more
 * often than they hold. A mode that one run in twenty is in escapes 50 runs in one study out of 13.
 */
const leastValues = 50;

/** A tail that fewer values than this show is chance. */
const leastForTail = 10;

/**
 * Why the intervals of the mean and the standard deviation, which are those of normal values, may be too narrow; false where nothing speaks
 * against them.
 * @param draws of the inputs, where runs share them
 * @param unseenShare of further values that may be unlike all of these; absent where the rows are no sample of the inputs
 */
export function doubtInMoments(
  values: Float64Array,
  draws?: Draws,
  unseenShare?: number,
  views = createColumnViews(),
): string | false {
  const found = views.once(moments, values);
  if (!found || found.count < 2) return false;
  const points = countDraws(values, draws);
  if (found.standardDeviation === 0) return points < leastValues && equalDoubt(values, unseenShare);
  if (draws && points < 2) return 'all values are of one draw of the inputs: they show its noise';
  if (!confidenceIntervals(found, 0.95, draws && scatterOfDraws(values, draws))) {
    return `${found.standardDeviation === undefined ? 'the standard deviation is beyond the largest number and left out, with its intervals' : 'an end of an interval is beyond the largest number, and the intervals are left out'}; with another unit of the response they are given`;
  }
  const { count } = found;
  const tailed = [values, ...(draws ? [meansOfDraws(values, draws)] : [])].find((own) =>
    hasLongTail(own, views),
  );
  if (points < leastForTail || tailed === undefined) {
    const ofDraws = points === count ? '' : ` of ${points} different rows of the inputs`;
    return points < leastValues
      ? `${count} values${ofDraws} don't show a long tail, which would make the intervals of mean and standard deviation too narrow: ${leastValues} or more${ofDraws && ' rows'} can`
      : tailDoubt(values, points) ||
          (draws ? tailDoubt(meansOfDraws(values, draws), points) : false);
  }
  // The numbers that decide: of runs that share draws they may be those of the draws alone.
  const { skewness = 0, kurtosis = 0 } = views.once(moments, tailed) ?? {};
  const ofWhat =
    tailed === values ? 'values' : `means of the ${points} different rows of the inputs`;
  if (kurtosis < 0) {
    return `the ${ofWhat} are skewed (skewness ${skewness.toFixed(2)}, excess kurtosis ${kurtosis.toFixed(2)}): the intervals of mean and standard deviation, which assume normal values, may be off`;
  }
  return `the ${ofWhat} have a longer tail than normal ones (skewness ${skewness.toFixed(2)}, excess kurtosis ${kurtosis.toFixed(2)}): the intervals of mean and standard deviation, which assume normal values, are too narrow`;
}

/** Larger excess kurtosis than this is that of a tail. */
const largestKurtosis = 0.5;

/**
 * Whether values have a longer tail than normal ones. It shows in the excess kurtosis, and in few values sooner in the skewness: of a gamma
 * distribution, the former is 1.5 times the latter's square. With this bound, at most 20 of 200 simulated studies are called good and miss the
 * truth, also of tails that few of them show (bench/calibration).
 */
export function hasLongTail(values: Float64Array, views = createColumnViews()): boolean {
  const { kurtosis = 0, skewness = 0 } = views.once(moments, values) ?? {};
  return Math.max(kurtosis, 1.5 * skewness ** 2) > largestKurtosis;
}
