import type { Distribution } from './distribution.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import type { SettingsReader } from './settings-reader.ts';
import { betaTerm, incompleteBeta } from './special/incomplete-beta.ts';
import { solveLogarithm } from './special/solve-logarithm.ts';
import { fromTwoSided } from './two-sided-distribution.ts';

/**
 * Beta with the shapes `alpha` and `beta`, stretched over `minvalue` .. `maxvalue`, its ends. As Dakota's `beta_uncertain` with bounds.
 * @throws DesignError DESIGN_SETTINGS
 */
export const beta: GeneratorEntry = {
  kind: 'continuous',
  settings: ['alpha', 'beta', 'minvalue', 'maxvalue'],
  remark: 'minvalue and maxvalue are its ends, 0 and 1 for the plain distribution',
  otherNames: ['beta_uncertain'],
  create,
};

function create(read: SettingsReader): Distribution {
  const alpha = read.positive('alpha');
  const beta = read.positive('beta');
  const [low, high] = read.range();
  const width = high - low;
  const total = alpha + beta;
  const parts = (x: number): readonly [number, number] => [(x - low) / width, (high - x) / width];
  return fromTwoSided({
    lower: (x) => incompleteBeta(alpha, beta, ...parts(x)).lower,
    upper: (x) => incompleteBeta(alpha, beta, ...parts(x)).upper,
    fromLower: (p) => low + width * partBelow(alpha, beta, p),
    fromUpper: (q) => high - width * partBelow(beta, alpha, q),
    pdf: (x) => {
      const [u, v] = parts(x);
      return u > 0 && v > 0 ? betaTerm(alpha, beta, u, v) / (u * v * width) : 0;
    },
    mean: low + (width * alpha) / total,
    variance: (width * width * alpha * beta) / (total * total * (total + 1)),
    support: [low, high],
  });
}

/** Quantile of the distribution on 0 to 1. @param p at most about a half */
function partBelow(a: number, b: number, p: number): number {
  if (p <= 0) return 0;
  return Math.min(
    1,
    solveLogarithm((u) => incompleteBeta(a, b, u).lower, p, a / (a + b)),
  );
}
