import type { Distribution } from './distribution.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import type { SettingsReader } from './settings-reader.ts';

/** Equal density from `minvalue` to `maxvalue`. @throws DesignError DESIGN_SETTINGS */
export const uniform: GeneratorEntry = {
  kind: 'continuous',
  settings: ['minvalue', 'maxvalue'],
  otherNames: ['unif', 'uniform_uncertain', 'continuous_design', 'rectangular', 'flat', 'interval'],
  create,
};

function create(read: SettingsReader): Distribution {
  const [low, high] = read.range();
  const width = high - low;
  const quantile = (p: number): number => (p < 0.5 ? low + p * width : high - (1 - p) * width);
  return {
    quantile,
    scale: (values) => {
      for (let index = 0; index < values.length; index += 1) {
        values[index] = quantile(values[index] ?? NaN);
      }
    },
    cdf: (x) => Math.min(1, Math.max(0, (x - low) / width)),
    pdf: (x) => (x < low || x > high ? 0 : 1 / width),
    mean: low + width / 2,
    variance: (width * width) / 12,
    support: [low, high],
  };
}
