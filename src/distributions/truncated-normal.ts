import { integrate } from './gauss-legendre.ts';
import { normalCdf, normalPdf } from './normal-cdf.ts';
import { normalQuantile } from './normal-quantile.ts';

/** A standard normal variable between two bounds. */
export interface TruncatedNormal {
  readonly quantile: (p: number) => number;
  readonly cdf: (z: number) => number;
  readonly pdf: (z: number) => number;
  /** Expected value of `f`, which may grow like exp(`growth` z). */
  readonly expect: (f: (z: number) => number, growth?: number) => number;
}

/**
 * @param low may be -Infinity
 * @param high above `low`; may be Infinity
 * @returns undefined where the probability between the bounds is below 1e-290, too small to be inverted
 */
export function createTruncatedNormal(low: number, high: number): TruncatedNormal | undefined {
  // In the upper tail 1 - p has lost its digits, so the mirror image is used there.
  if (low > 0) {
    const mirror = createTruncatedNormal(-high, -low);
    return (
      mirror && {
        quantile: (p) => -mirror.quantile(1 - p),
        cdf: (z) => 1 - mirror.cdf(-z),
        pdf: (z) => mirror.pdf(-z),
        expect: (f, growth = 0) => mirror.expect((z) => f(-z), -growth),
      }
    );
  }
  const below = normalCdf(low);
  const mass = massBetween(low, high);
  if (!(mass > 1e-290)) return undefined;
  const inside = (z: number): number => Math.min(high, Math.max(low, z));
  return {
    quantile: (p) => {
      if (p <= 0) return low;
      if (p >= 1) return high;
      return inside(normalQuantile(below + p * mass));
    },
    cdf: (z) => (z <= low ? 0 : z >= high ? 1 : Math.min(1, massBetween(low, z) / mass)),
    pdf: (z) => (z < low || z > high ? 0 : normalPdf(z) / mass),
    expect: (f, growth = 0) => {
      const peak = inside(0);
      const reach = Math.sqrt(peak * peak + 92);
      const from = Math.max(low, -reach + Math.min(0, growth));
      const to = Math.min(high, reach + Math.max(0, growth));
      const density = (z: number): number => Math.exp((peak - z) * (peak + z) * 0.5);
      const total = integrate(density, from, to);
      return integrate((z) => f(z) * density(z), from, to) / total;
    },
  };
}

/** Probability between two bounds without the loss of digits of a difference of nearly equal numbers. */
function massBetween(low: number, high: number): number {
  if (high - low < 0.1) return integrate(normalPdf, low, high, 2);
  return low > 0 ? normalCdf(-low) - normalCdf(-high) : normalCdf(high) - normalCdf(low);
}
