import { incompleteBeta } from './special/incomplete-beta.ts';
import { solveLogarithm } from './special/solve-logarithm.ts';

/** Probability of Student's t of at least `t`, which is positive. */
function upperTail(t: number, freedom: number): number {
  const x = freedom / (freedom + t * t);
  return incompleteBeta(freedom / 2, 0.5, x, (t * t) / (freedom + t * t)).lower / 2;
}

/**
 * Quantile of Student's t.
 * @param p inside (0, 1)
 * @param freedom degrees of freedom, above 0
 */
export function studentQuantile(p: number, freedom: number): number {
  if (p === 0.5) return 0;
  if (p < 0.5) return -studentQuantile(1 - p, freedom);
  return solveLogarithm((t) => 1 / upperTail(t, freedom), 1 / (1 - p));
}

/** Probability that |t| is at least as large as the given one. */
export function studentTwoSided(t: number, freedom: number): number {
  return Math.min(1, 2 * upperTail(Math.abs(t), freedom));
}
