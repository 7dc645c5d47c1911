import { incompleteGamma } from './special/incomplete-gamma.ts';
import { solveLogarithm } from './special/solve-logarithm.ts';

/** Quantile of the gamma law of the given shape and scale 1. @param p inside (0, 1) */
export function gammaQuantile(p: number, shape: number): number {
  return p < 0.5
    ? solveLogarithm((x) => incompleteGamma(shape, x).lower, p, shape)
    : solveLogarithm((x) => 1 / incompleteGamma(shape, x).upper, 1 / (1 - p), shape);
}

/** Quantile of chi-square. @param freedom degrees of freedom, above 0 */
export function chiSquareQuantile(p: number, freedom: number): number {
  return 2 * gammaQuantile(p, freedom / 2);
}
