import type { Distribution } from './distribution.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import type { SettingsReader } from './settings-reader.ts';

/** Density that rises straight from `minvalue` to `mode` and falls to `maxvalue`. @throws DesignError DESIGN_SETTINGS */
export const triangular: GeneratorEntry = {
  kind: 'continuous',
  settings: ['minvalue', 'mode', 'maxvalue'],
  otherNames: ['triang', 'triangle', 'triangular_uncertain'],
  create,
};

function create(read: SettingsReader): Distribution {
  const [low, high] = read.range();
  const mode = read.number('mode');
  const width = high - low;
  if (mode < low || mode > high) {
    read.refuse(
      'mode',
      `\`mode\` from ${low} to ${high}`,
      `nearest: ${mode < low ? low : high}; the order is minvalue, mode, maxvalue`,
    );
  }
  const left = mode - low;
  const right = high - mode;
  const atMode = left / width;
  const quantile = (p: number): number =>
    p < atMode ? low + Math.sqrt(p * width * left) : high - Math.sqrt((1 - p) * width * right);
  return {
    quantile,
    scale: (values) => {
      for (let index = 0; index < values.length; index += 1) {
        values[index] = quantile(values[index] ?? NaN);
      }
    },
    cdf: (x) => {
      if (x <= low) return 0;
      if (x >= high) return 1;
      return x <= mode ? (x - low) ** 2 / (width * left) : 1 - (high - x) ** 2 / (width * right);
    },
    pdf: (x) => {
      if (x < low || x > high) return 0;
      if (x < mode) return (2 * (x - low)) / (width * left);
      return x === mode ? 2 / width : (2 * (high - x)) / (width * right);
    },
    mean: low + (width + left) / 3,
    variance: (left * left + right * right + left * right) / 18,
    support: [low, high],
    mode,
  };
}
