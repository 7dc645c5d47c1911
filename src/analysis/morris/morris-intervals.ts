import { studentQuantile } from '../../distributions/index.ts';
import { centre, meanOf } from '../centre.ts';
import type { Interval } from '../confidence-intervals.ts';
import { dot } from '../orthogonal-basis.ts';
import { proportionInterval } from '../proportion-interval.ts';

/** Effects below this share of a variable's largest one are those of places where it doesn't act. */
const smallShare = 0.05;

/** An input as rare as another would show nothing with at least this chance. */
const leastChance = 0.05;

/** Effects that differ by less than this share of the largest are equal. */
const nearness = 1e-9;

/** What the effects of one variable support. */
export interface MuStarInterval {
  /** Absent with one effect, and beyond the largest number. */
  readonly interval?: Interval;
  /** All effects are equal: others are in less than this share of the places, with the confidence. */
  readonly unseenShare?: number;
  /** All effects are small, and so are most of this other variable's (its place), so that it may act where no trajectory was. */
  readonly mayActLike?: number;
}

/**
 * Intervals of mu*: Student's over trajectories, which are independent, not below 0. Beside a variable that acts in few places, the upper end of one that
 * showed nothing rises to the largest effect seen times the share of places in which as much may have gone unseen.
 * In simulated studies of the models of bench/calibration at most 20 of 200 that are called good miss the true mu*.
 * @param effects of each variable
 */
export function muStarIntervals(
  effects: readonly Float64Array[],
  confidence: number,
): readonly MuStarInterval[] {
  const sizes = effects.map((own) => own.map(Math.abs));
  const tops = sizes.map((own) => own.reduce((most, size) => Math.max(most, size), 0));
  const leasts = sizes.map((own, place) => leastShareOfLarge(own, tops[place] ?? 0));
  const largestFirst = [...tops.keys()].sort((a, b) => (tops[b] ?? 0) - (tops[a] ?? 0));
  return sizes.map((own, place) => {
    const count = own.length;
    if (count < 2) return {};
    const top = tops[place] ?? 0;
    const unseen = 1 - (1 - confidence) ** (1 / count);
    const [low, high] = studentInterval(own, confidence);
    const rare = largestFirst.find(
      (other) =>
        top < smallShare * (tops[other] ?? 0) && (1 - (leasts[other] ?? 1)) ** count > leastChance,
    );
    const isEqual = own.every((size) => Math.abs(size - top) <= nearness * top);
    const end = rare === undefined ? high : high + unseen * (tops[rare] ?? 0);
    return {
      ...(end < Infinity ? { interval: [low, end] as const } : {}),
      ...(isEqual ? { unseenShare: unseen } : {}),
      ...(rare === undefined ? {} : { mayActLike: rare }),
    };
  });
}

function studentInterval(sizes: Float64Array, confidence: number): Interval {
  const count = sizes.length;
  const mean = meanOf(sizes);
  const { values, scale } = centre(sizes);
  const deviation = scale * Math.sqrt(dot(values, values) / (count - 1));
  const half = (studentQuantile((1 + confidence) / 2, count - 1) * deviation) / Math.sqrt(count);
  return [Math.max(0, mean - half), mean + half];
}

/**
 * The share of the places where an input acts, at least; 1 where it acts in all that were seen. An input that acts in so few shows nothing in r
 * trajectories with the chance (1 - share)^r.
 */
function leastShareOfLarge(sizes: Float64Array, top: number): number {
  const large = sizes.reduce((sum, size) => (size > smallShare * top ? sum + 1 : sum), 0);
  if (large === sizes.length || top === 0) return 1;
  return proportionInterval(large, sizes.length, 1 - 2 * leastChance)[0];
}
