import type { Distribution } from './distribution.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import type { SettingsReader } from './settings-reader.ts';
import { fromTwoSided } from './two-sided-distribution.ts';

/**
 * Exponential with `scale`, which is its mean and 1 / rate; may be cut to `minvalue` .. `maxvalue`.
 * @throws DesignError DESIGN_SETTINGS
 */
export const exponential: GeneratorEntry = {
  kind: 'continuous',
  settings: ['scale', 'minvalue', 'maxvalue'],
  remark: 'scale is the mean, 1 / rate',
  otherNames: ['expon', 'exp', 'exponential_uncertain'],
  create,
};

function create(read: SettingsReader): Distribution {
  const scale = read.positive('scale');
  return fromTwoSided(
    {
      lower: (x) => (x <= 0 ? 0 : -Math.expm1(-x / scale)),
      upper: (x) => (x <= 0 ? 1 : Math.exp(-x / scale)),
      fromLower: (p) => -scale * Math.log1p(-p),
      fromUpper: (q) => -scale * Math.log(q),
      pdf: (x) => (x < 0 ? 0 : Math.exp(-x / scale) / scale),
      mean: scale,
      variance: scale * scale,
      support: [0, Infinity],
    },
    read,
  );
}
