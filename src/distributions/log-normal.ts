import type { GeneratorSettings } from './generator.ts';
import type { Distribution } from './distribution.ts';
import { normalCdf, normalPdf } from './normal-cdf.ts';
import { normalQuantile } from './normal-quantile.ts';
import { readBounds, truncate } from './normal.ts';
import { readSettings, type SettingsReader } from './settings-reader.ts';

/**
 * A variable whose logarithm is normal, with `mu` and `sigma` of the logarithm, or `mean` and `stddev` of the variable itself;
 * both before it is cut to `minvalue` .. `maxvalue` (either may be absent).
 * @throws DesignError DESIGN_SETTINGS
 */
export function createLogNormal(settings: GeneratorSettings): Distribution {
  const read = readSettings('LogNormal', settings, [
    'mu',
    'sigma',
    'mean',
    'stddev',
    'minvalue',
    'maxvalue',
  ]);
  const { mu, sigma } = readParameters(read);
  const [low, high] = readBounds(read, 0);
  if (low === 0 && high === Infinity) {
    return {
      quantile: (p) => Math.exp(mu + sigma * normalQuantile(p)),
      cdf: (x) => (x <= 0 ? 0 : normalCdf((Math.log(x) - mu) / sigma)),
      pdf: (x) => (x <= 0 ? 0 : normalPdf((Math.log(x) - mu) / sigma) / (sigma * x)),
      mean: Math.exp(mu + (sigma * sigma) / 2),
      variance: Math.expm1(sigma * sigma) * Math.exp(2 * mu + sigma * sigma),
      support: [0, Infinity],
    };
  }
  const unit = truncate(read, (Math.log(low) - mu) / sigma, (Math.log(high) - mu) / sigma);
  const mean = unit.expect((z) => Math.exp(mu + sigma * z), sigma);
  return {
    quantile: (p) => Math.min(high, Math.max(low, Math.exp(mu + sigma * unit.quantile(p)))),
    cdf: (x) => (x <= 0 ? 0 : unit.cdf((Math.log(x) - mu) / sigma)),
    pdf: (x) =>
      x <= 0 || x < low || x > high ? 0 : unit.pdf((Math.log(x) - mu) / sigma) / (sigma * x),
    mean,
    variance: unit.expect((z) => (Math.exp(mu + sigma * z) - mean) ** 2, 2 * sigma),
    support: [low, high],
  };
}

function readParameters(read: SettingsReader): { readonly mu: number; readonly sigma: number } {
  const ofLogarithm = read.has('mu') || read.has('sigma');
  if (ofLogarithm && (read.has('mean') || read.has('stddev'))) {
    return read.refuse(
      read.has('mean') ? 'mean' : 'stddev',
      'either `mu` and `sigma` (of the logarithm) or `mean` and `stddev` (of the variable)',
      'remove one of the two pairs',
    );
  }
  if (ofLogarithm) return { mu: read.number('mu'), sigma: read.positive('sigma') };
  const mean = read.positive('mean');
  const ratio = read.positive('stddev') / mean;
  const square = Math.log1p(ratio * ratio);
  return { mu: Math.log(mean) - square / 2, sigma: Math.sqrt(square) };
}
