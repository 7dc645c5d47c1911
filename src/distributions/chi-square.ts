import { incompleteGamma } from './special/incomplete-gamma.ts';
import { solveLogarithm } from './special/solve-logarithm.ts';

/** The value of a gamma variable of the given shape and scale 1 that stays below with probability `p`, best below a half. */
export function gammaFromLower(p: number, shape: number): number {
  return solveLogarithm((x) => incompleteGamma(shape, x).lower, p, shape);
}

/** The value of a gamma variable of the given shape and scale 1 that is passed with probability `q`, which may be tiny. */
export function gammaFromUpper(q: number, shape: number): number {
  return solveLogarithm((x) => 1 / incompleteGamma(shape, x).upper, 1 / q, shape);
}

/** Quantile of chi-square. @param p inside (0, 1) @param freedom degrees of freedom, above 0 */
export function chiSquareQuantile(p: number, freedom: number): number {
  const shape = freedom / 2;
  return 2 * (p < 0.5 ? gammaFromLower(p, shape) : gammaFromUpper(1 - p, shape));
}
