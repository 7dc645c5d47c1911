import type { GeneratorSettings } from './generator.ts';
import type { Distribution } from './distribution.ts';
import { readSettings } from './settings-reader.ts';
import { fromTwoSided } from './two-sided-distribution.ts';

/**
 * Exponential with `scale`, which is its mean and 1 / rate; may be cut to `minvalue` .. `maxvalue`.
 * @throws DesignError DESIGN_SETTINGS
 */
export function createExponential(settings: GeneratorSettings): Distribution {
  const read = readSettings('Exponential', settings, ['scale', 'minvalue', 'maxvalue'], {
    remark: 'scale is the mean, 1 / rate',
  });
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
