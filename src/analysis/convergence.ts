import { createColumnViews } from './column-views.ts';
import { completeRows } from './complete-rows.ts';
import { studentQuantile } from '../distributions/index.ts';
import { finiteValues, scatterOfDraws, type Draws } from './draws.ts';
import type { Interval } from './confidence-intervals.ts';
import { moments } from './moments.ts';
import { shareInterval } from './share-interval.ts';

/** The mean as it stood after some runs. */
export interface ConvergenceStep {
  readonly runs: number;
  readonly mean: number;
  readonly standardDeviation?: number;
  /** Half the width of the 95 % interval of the mean; absent where all values so far are equal, which tell no width, or it is beyond the largest number. */
  readonly halfWidth?: number;
  /** 95 % interval of a share, in place of the half width. */
  readonly interval?: Interval;
}

/** Mean and its interval after 1, 2, 5, 10, 20, 50, … and all finite values, in the order of the rows. @param draws of the inputs, where runs share them @param isShare whether the values are 0 and 1 of a constraint */
export function convergence(
  values: Float64Array,
  draws?: Draws,
  isShare = false,
  views = createColumnViews(),
): readonly ConvergenceStep[] {
  const [finite = values] = completeRows([values], views);
  const places: number[] = [];
  for (let decade = 1; decade < finite.length; decade *= 10) {
    places.push(...[decade, 2 * decade, 5 * decade].filter((n) => n < finite.length));
  }
  if (finite.length > 0) places.push(finite.length);
  return places.flatMap((runs) => {
    const found =
      runs === finite.length ? views.once(moments, finite) : moments(finite.subarray(0, runs));
    if (!found) return [];
    const { mean, standardDeviation } = found;
    if (standardDeviation === undefined) return [{ runs, mean }];
    const shared = draws && finiteValues(values, draws);
    const own = shared?.draws.subarray(0, runs);
    const interval = isShare ? shareInterval(finite.subarray(0, runs), 0.95, own) : undefined;
    if (interval) return [{ runs, mean, standardDeviation, interval }];
    if (standardDeviation === 0) return [{ runs, mean, standardDeviation }];
    const scatter = own && scatterOfDraws(finite.subarray(0, runs), own);
    const error = scatter?.meanError ?? standardDeviation / Math.sqrt(runs);
    const halfWidth = studentQuantile(0.975, (scatter?.draws ?? runs) - 1) * error;
    return [
      { runs, mean, standardDeviation, ...(Number.isFinite(halfWidth) ? { halfWidth } : {}) },
    ];
  });
}
