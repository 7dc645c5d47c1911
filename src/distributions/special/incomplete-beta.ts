import { devianceTerm, stirlingError } from './log-gamma.ts';

/** x^a (1-x)^b / B(a, b), with y = 1 - x given so that neither end loses digits. */
export function betaTerm(a: number, b: number, x: number, y: number): number {
  const n = a + b;
  const exponent =
    stirlingError(n) -
    stirlingError(a) -
    stirlingError(b) -
    devianceTerm(a, n * x) -
    devianceTerm(b, n * y);
  return Math.exp(exponent) * Math.sqrt((a * b) / (2 * Math.PI * n));
}

/** Continued fraction of the incomplete beta function, for x below (a + 1) / (a + b + 2). */
function betaFraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || 1e-300);
  let fraction = d;
  for (let m = 1; m < 1e5; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || 1e-300);
    c = 1 + even / c || 1e-300;
    fraction *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || 1e-300);
    c = 1 + odd / c || 1e-300;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return fraction;
}

/**
 * Both regularised incomplete beta functions: the probability of a beta variable below x and above it.
 * @param y 1 - x, given apart so that it may be tiny
 * @see NIST DLMF 8.17.22
 */
export function incompleteBeta(
  a: number,
  b: number,
  x: number,
  y = 1 - x,
): { readonly lower: number; readonly upper: number } {
  if (!(x > 0)) return { lower: 0, upper: 1 };
  if (!(y > 0)) return { lower: 1, upper: 0 };
  if (x > (a + 1) / (a + b + 2)) {
    const swapped = incompleteBeta(b, a, y, x);
    return { lower: swapped.upper, upper: swapped.lower };
  }
  const lower = Math.min(1, (betaTerm(a, b, x, y) * betaFraction(a, b, x)) / a);
  return { lower, upper: 1 - lower };
}
