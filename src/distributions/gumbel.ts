import type { Distribution } from './distribution.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import type { SettingsReader } from './settings-reader.ts';
import { fromTwoSided } from './two-sided-distribution.ts';

const eulerGamma = 0.5772156649015329;

/**
 * Gumbel distribution of maxima with `location` (its mode) and `scale`; may be cut to `minvalue` .. `maxvalue`. As scipy's `gumbel_r`, and
 * Dakota's `gumbel_uncertain` with alpha = 1 / scale and beta = location.
 * @throws DesignError DESIGN_SETTINGS
 */
export const gumbel: GeneratorEntry = {
  kind: 'continuous',
  settings: ['location', 'scale', 'minvalue', 'maxvalue'],
  remark: 'of Dakota, location is beta and scale is 1 / alpha',
  otherNames: ['gumbel_r', 'gumbel_uncertain'],
  create,
};

function create(read: SettingsReader): Distribution {
  const location = read.number('location');
  const scale = read.positive('scale');
  const decay = (x: number): number => Math.exp((location - x) / scale);
  return fromTwoSided(
    {
      lower: (x) => Math.exp(-decay(x)),
      upper: (x) => -Math.expm1(-decay(x)),
      fromLower: (p) => location - scale * Math.log(-Math.log(p)),
      fromUpper: (q) => location - scale * Math.log(-Math.log1p(-q)),
      pdf: (x) => {
        const z = decay(x);
        return z === Infinity ? 0 : (z * Math.exp(-z)) / scale;
      },
      mean: location + eulerGamma * scale,
      variance: (Math.PI * scale) ** 2 / 6,
      support: [-Infinity, Infinity],
    },
    read,
  );
}
