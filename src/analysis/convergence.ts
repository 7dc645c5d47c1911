import { studentQuantile } from '../distributions/index.ts';
import { finiteValues, scatterOfDraws, type Draws } from './draws.ts';
import { moments } from './moments.ts';

/** The mean as it stood after some runs. */
export interface ConvergenceStep {
  readonly runs: number;
  readonly mean: number;
  readonly standardDeviation?: number;
  /** Half the width of the 95 % interval of the mean. */
  readonly halfWidth?: number;
}

/** Mean and its interval after 1, 2, 5, 10, 20, 50, … and all finite values, in the order of the rows. @param draws of the inputs, where runs share them */
export function convergence(values: Float64Array, draws?: Draws): readonly ConvergenceStep[] {
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
    const shared = draws && finiteValues(values, draws);
    const scatter =
      shared && scatterOfDraws(finite.subarray(0, runs), shared.draws.subarray(0, runs));
    const error = scatter?.meanError ?? standardDeviation / Math.sqrt(runs);
    const halfWidth = studentQuantile(0.975, (scatter?.draws ?? runs) - 1) * error;
    return [{ runs, mean, standardDeviation, halfWidth }];
  });
}
