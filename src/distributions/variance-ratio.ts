import { incompleteBeta } from './special/incomplete-beta.ts';

/**
 * Probability that Fisher's F is at least as large as the given one.
 * @param over degrees of freedom of the numerator
 * @param under those of the denominator
 */
export function varianceRatioTail(f: number, over: number, under: number): number {
  if (!(f > 0)) return 1;
  const whole = under + over * f;
  return incompleteBeta(under / 2, over / 2, under / whole, (over * f) / whole).lower;
}
