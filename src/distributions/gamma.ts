import type { Distribution } from './distribution.ts';
import { gammaFromLower, gammaFromUpper } from './chi-square.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import type { SettingsReader } from './settings-reader.ts';
import { gammaTerm, incompleteGamma } from './special/incomplete-gamma.ts';
import { fromTwoSided } from './two-sided-distribution.ts';

/**
 * Gamma with `shape` and `scale` (mean shape x scale); may be cut to `minvalue` .. `maxvalue`. As Dakota's `gamma_uncertain` with alpha
 * and beta, and scipy's `gamma`.
 * @throws DesignError DESIGN_SETTINGS
 */
export const gamma: GeneratorEntry = {
  kind: 'continuous',
  settings: ['shape', 'scale', 'minvalue', 'maxvalue'],
  remark: 'scale is 1 / rate; shape and scale are alpha and beta of Dakota',
  otherNames: ['gamma_uncertain', 'erlang'],
  create,
};

function create(read: SettingsReader): Distribution {
  const shape = read.positive('shape');
  const scale = read.positive('scale');
  return fromTwoSided(
    {
      lower: (x) => incompleteGamma(shape, x / scale).lower,
      upper: (x) => incompleteGamma(shape, x / scale).upper,
      fromLower: (p) => scale * gammaFromLower(p, shape),
      fromUpper: (q) => scale * gammaFromUpper(q, shape),
      pdf: (x) => {
        if (x > 0) return (gammaTerm(shape, x / scale) * shape) / x;
        if (x < 0 || shape > 1) return 0;
        return shape === 1 ? 1 / scale : Infinity;
      },
      mean: shape * scale,
      variance: shape * scale * scale,
      support: [0, Infinity],
    },
    read,
  );
}
