import { studentQuantile } from '../distributions/index.ts';
import { moments } from './moments.ts';

/** The mean as it stood after some runs. */
export interface ConvergenceStep {
  readonly runs: number;
  readonly mean: number;
  readonly standardDeviation?: number;
  /** Half the width of the 95 % interval of the mean. */
  readonly halfWidth?: number;
}

/** Mean and its interval after 1, 2, 5, 10, 20, 50, … and all finite values, in the order of the rows. */
export function convergence(values: Float64Array): readonly ConvergenceStep[] {
  const finite = values.filter(Number.isFinite);
  const places: number[] = [];
  for (let decade = 1; decade < finite.length; decade *= 10) {
    places.push(...[decade, 2 * decade, 5 * decade].filter((n) => n < finite.length));
  }
  if (finite.length > 0) places.push(finite.length);
  return places.flatMap((runs) => {
    const found = moments(finite.subarray(0, runs));
    if (!found) return [];
    const { mean, standardDeviation } = found;
    if (standardDeviation === undefined) return [{ runs, mean }];
    const halfWidth = (studentQuantile(0.975, runs - 1) * standardDeviation) / Math.sqrt(runs);
    return [{ runs, mean, standardDeviation, halfWidth }];
  });
}
