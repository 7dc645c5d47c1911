import { devianceTerm, logGamma, stirlingError } from './log-gamma.ts';

/** x^a e^-x / Gamma(a + 1), for x above 0. */
export function gammaTerm(a: number, x: number): number {
  if (a < 1) return Math.exp(a * Math.log(x) - x - logGamma(a + 1));
  return Math.exp(-stirlingError(a) - devianceTerm(a, x)) / Math.sqrt(2 * Math.PI * a);
}

/**
 * Both regularised incomplete gamma functions: P(a, x), the probability below x of a gamma variable of shape a, and Q = 1 - P,
 * each with its own small relative error.
 * @see NIST DLMF 8.11.4 (series) and 8.9.2 (continued fraction)
 */
export function incompleteGamma(
  a: number,
  x: number,
): { readonly lower: number; readonly upper: number } {
  if (!(x > 0)) return { lower: 0, upper: 1 };
  if (x === Infinity) return { lower: 1, upper: 0 };
  if (x < a + 1) {
    let term = 1;
    let sum = 1;
    for (let k = 1; term > sum * 1e-17 && k < 1e6; k += 1) {
      term *= x / (a + k);
      sum += term;
    }
    const lower = Math.min(1, gammaTerm(a, x) * sum);
    return { lower, upper: 1 - lower };
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let k = 1; k < 1e6; k += 1) {
    const an = -k * (k - a);
    b += 2;
    d = 1 / (an * d + b || 1e-300);
    c = b + an / c || 1e-300;
    const step = c * d;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  const upper = Math.min(1, a * gammaTerm(a, x) * fraction);
  return { lower: 1 - upper, upper };
}
