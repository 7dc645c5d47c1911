import type { Distribution } from './distribution.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import type { SettingsReader } from './settings-reader.ts';
import { logGamma } from './special/log-gamma.ts';
import { fromTwoSided } from './two-sided-distribution.ts';

/**
 * Weibull (minimum) with `shape` and `scale`, the value that 63.2 % stay below; may be cut to `minvalue` .. `maxvalue`. As Dakota's
 * `weibull_uncertain` with alpha and beta, and scipy's `weibull_min`.
 * @throws DesignError DESIGN_SETTINGS
 */
export const weibull: GeneratorEntry = {
  kind: 'continuous',
  settings: ['shape', 'scale', 'minvalue', 'maxvalue'],
  remark: 'shape and scale are alpha and beta of Dakota',
  otherNames: ['weibull_min', 'weibull_uncertain'],
  create,
};

function create(read: SettingsReader): Distribution {
  const shape = read.positive('shape');
  const scale = read.positive('scale');
  const power = (x: number): number => (x / scale) ** shape;
  const first = logGamma(1 + 1 / shape);
  const mean = scale * Math.exp(first);
  return fromTwoSided(
    {
      lower: (x) => (x <= 0 ? 0 : -Math.expm1(-power(x))),
      upper: (x) => (x <= 0 ? 1 : Math.exp(-power(x))),
      fromLower: (p) => scale * (-Math.log1p(-p)) ** (1 / shape),
      fromUpper: (q) => scale * (-Math.log(q)) ** (1 / shape),
      pdf: (x) => (x < 0 ? 0 : (shape / scale) * (x / scale) ** (shape - 1) * Math.exp(-power(x))),
      mean,
      variance: mean * mean * Math.expm1(logGamma(1 + 2 / shape) - 2 * first),
      support: [0, Infinity],
    },
    read,
  );
}
