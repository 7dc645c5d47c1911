import type { Distribution } from './distribution.ts';
import { normalCdf, normalPdf } from './normal-cdf.ts';
import { normalQuantile, scaleToNormal } from './normal-quantile.ts';
import { readBounds, truncate } from './normal.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import type { SettingsReader } from './settings-reader.ts';

/**
 * A variable whose logarithm is normal, with `mu` and `sigma` of the logarithm, or `mean` and `stddev` of the variable itself;
 * both before it is cut to `minvalue` .. `maxvalue` (either may be absent).
 * @throws DesignError DESIGN_SETTINGS
 */
export const logNormal: GeneratorEntry = {
  kind: 'continuous',
  settings: ['mu', 'sigma', 'mean', 'stddev', 'minvalue', 'maxvalue'],
  otherNames: ['lognorm', 'lognormal_uncertain', 'galton'],
  create,
};

function create(read: SettingsReader): Distribution {
  const { sigma, fromNormal, toNormal } = readLogarithm(read);
  const [low, high] = readBounds(read, 0);
  if (low === 0 && high === Infinity) {
    const mean = fromNormal(sigma / 2);
    return {
      quantile: (p) => fromNormal(normalQuantile(p)),
      scale: (values) => {
        scaleToNormal(values);
        for (let index = 0; index < values.length; index += 1) {
          values[index] = fromNormal(values[index] ?? NaN);
        }
      },
      cdf: (x) => (x <= 0 ? 0 : normalCdf(toNormal(x))),
      pdf: (x) => (x <= 0 ? 0 : normalPdf(toNormal(x)) / (sigma * x)),
      mean,
      variance: Math.expm1(sigma * sigma) * mean * mean,
      support: [0, Infinity],
    };
  }
  const unit = truncate(read, toNormal(low), toNormal(high));
  const mean = unit.expect(fromNormal, sigma);
  return {
    quantile: (p) => Math.min(high, Math.max(low, fromNormal(unit.quantile(p)))),
    cdf: (x) => (x <= 0 ? 0 : unit.cdf(toNormal(x))),
    pdf: (x) => (x <= 0 || x < low || x > high ? 0 : unit.pdf(toNormal(x)) / (sigma * x)),
    mean,
    variance: unit.expect((z) => (fromNormal(z) - mean) ** 2, 2 * sigma),
    support: [low, high],
  };
}

interface NormalLogarithm {
  readonly sigma: number;
  readonly fromNormal: (z: number) => number;
  readonly toNormal: (x: number) => number;
}

function readLogarithm(read: SettingsReader): NormalLogarithm {
  const ofLogarithm = read.has('mu') || read.has('sigma');
  if (ofLogarithm && (read.has('mean') || read.has('stddev'))) {
    return read.refuse(
      read.has('mean') ? 'mean' : 'stddev',
      'either `mu` and `sigma` (of the logarithm) or `mean` and `stddev` (of the variable)',
      'remove one of the two pairs',
    );
  }
  if (ofLogarithm) {
    const mu = read.number('mu');
    const sigma = read.positive('sigma');
    return {
      sigma,
      fromNormal: (z) => Math.exp(mu + sigma * z),
      toNormal: (x) => (Math.log(x) - mu) / sigma,
    };
  }
  const mean = read.positive('mean');
  const ratio = read.positive('stddev') / mean;
  const square = Math.log1p(ratio * ratio);
  const sigma = Math.sqrt(square);
  // Relative to the mean: a small spread would lose its digits beside the logarithm of a large mean, and a small value beside the mean.
  const logarithm = (x: number): number =>
    x < mean / 2 ? Math.log(x / mean) : Math.log1p((x - mean) / mean);
  return {
    sigma,
    fromNormal: (z) => mean * Math.exp(sigma * z - square / 2),
    toNormal: (x) => (logarithm(x) + square / 2) / sigma,
  };
}
