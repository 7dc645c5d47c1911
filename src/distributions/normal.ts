import type { Distribution } from './distribution.ts';
import { normalCdf, normalPdf } from './normal-cdf.ts';
import { normalQuantile, scaleToNormal } from './normal-quantile.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import { refuseOrder, type SettingsReader } from './settings-reader.ts';
import { createTruncatedNormal, type TruncatedNormal } from './truncated-normal.ts';

/**
 * Normal with `mean` and `stddev`, those of the variable before it is cut to `minvalue` .. `maxvalue` (either may be absent).
 * @throws DesignError DESIGN_SETTINGS
 */
export const normal: GeneratorEntry = {
  kind: 'continuous',
  settings: ['mean', 'stddev', 'minvalue', 'maxvalue'],
  otherNames: ['gaussian', 'gauss', 'norm', 'normal_uncertain', 'bell'],
  create,
};

function create(read: SettingsReader): Distribution {
  const mean = read.number('mean');
  const sd = read.positive('stddev');
  const [low, high] = readBounds(read, -Infinity);
  if (low === -Infinity && high === Infinity) {
    return {
      quantile: (p) => mean + sd * normalQuantile(p),
      scale: (values) => {
        scaleToNormal(values);
        for (let index = 0; index < values.length; index += 1) {
          values[index] = mean + sd * (values[index] ?? NaN);
        }
      },
      cdf: (x) => normalCdf((x - mean) / sd),
      pdf: (x) => normalPdf((x - mean) / sd) / sd,
      mean,
      variance: sd * sd,
      support: [low, high],
    };
  }
  const unit = truncate(read, (low - mean) / sd, (high - mean) / sd);
  const shift = unit.expect((z) => z);
  return {
    quantile: (p) => Math.min(high, Math.max(low, mean + sd * unit.quantile(p))),
    cdf: (x) => unit.cdf((x - mean) / sd),
    pdf: (x) => (x < low || x > high ? 0 : unit.pdf((x - mean) / sd) / sd),
    mean: mean + sd * shift,
    variance: sd * sd * unit.expect((z) => (z - shift) ** 2),
    support: [low, high],
  };
}

/** `minvalue` and `maxvalue` of a truncated distribution. */
export function readBounds(read: SettingsReader, lowest: number): readonly [number, number] {
  const low = read.optional('minvalue', lowest);
  const high = read.optional('maxvalue', Infinity);
  if (low < lowest) {
    read.refuse('minvalue', `\`minvalue\` of at least ${lowest}`, `nearest: ${lowest}`);
  }
  if (high > low) return [low, high];
  if (!read.has('minvalue')) read.refuse('maxvalue', `\`maxvalue\` above ${lowest}`);
  return refuseOrder(read.refuse, low, high);
}

/** The distribution between bounds given in standard deviations. @throws DesignError where nothing is left between them */
export function truncate(read: SettingsReader, low: number, high: number): TruncatedNormal {
  return (
    createTruncatedNormal(low, high) ??
    read.refuse(
      read.has('minvalue') ? 'minvalue' : 'maxvalue',
      'bounds that keep a probability of at least 1e-290',
      'move the bounds towards the mean',
    )
  );
}
