import type { Distribution } from './distribution.ts';
import { readBounds } from './normal.ts';
import type { SettingsReader } from './settings-reader.ts';
import { expectOverProbability } from './expect-over-probability.ts';

/** A continuous distribution that knows both its tails, each without the loss of digits of a difference from 1. */
export interface TwoSidedDistribution {
  /** Probability of at most `x`, and of more than `x`. */
  readonly lower: (x: number) => number;
  readonly upper: (x: number) => number;
  /** The value with so much probability below it, and above it. */
  readonly fromLower: (p: number) => number;
  readonly fromUpper: (q: number) => number;
  readonly pdf: (x: number) => number;
  readonly mean: number;
  readonly variance: number;
  readonly support: readonly [number, number];
}

/** Smallest probability that may be left between bounds. */
const leastMass = 1e-290;

/**
 * The distribution as a source.
 * @param read settings that may hold `minvalue` and `maxvalue`, to which the distribution is then cut
 * @throws DesignError DESIGN_SETTINGS
 */
export function fromTwoSided(source: TwoSidedDistribution, read?: SettingsReader): Distribution {
  if (read?.has('minvalue') === true || read?.has('maxvalue') === true)
    return truncateTwoSided(read, source);
  const { lower, pdf, mean, variance, support, fromLower, fromUpper } = source;
  return {
    quantile: (p) => (p <= 0.5 ? fromLower(p) : fromUpper(1 - p)),
    cdf: lower,
    pdf,
    mean,
    variance,
    support,
  };
}

function truncateTwoSided(read: SettingsReader, source: TwoSidedDistribution): Distribution {
  const [low, high] = readBounds(read, source.support[0]);
  const [below, above] = [source.lower(low), source.upper(high)];
  const isUpper = below > 0.5;
  const mass = isUpper
    ? source.upper(low) - above
    : source.lower(high) > 0.5
      ? 1 - below - above
      : source.lower(high) - below;
  if (!(mass > leastMass)) {
    read.refuse(
      read.has('minvalue') ? 'minvalue' : 'maxvalue',
      `bounds that keep a probability of at least ${leastMass}`,
      'move the bounds towards the mean',
    );
  }
  /** @param q 1 - p, given apart so that it may be tiny */
  const at = (p: number, q: number): number => {
    // A product that is too small for a double would be an end of the whole distribution.
    const rank = Math.max(below + p * mass, Number.MIN_VALUE);
    const rest = Math.max(above + q * mass, Number.MIN_VALUE);
    const x = isUpper || rank > 0.5 ? source.fromUpper(rest) : source.fromLower(rank);
    return Math.min(high, Math.max(low, x));
  };
  const mean = expectOverProbability(at);
  return {
    quantile: (p) => (p <= 0 ? low : p >= 1 ? high : at(p, 1 - p)),
    cdf: (x) => {
      if (x <= low) return 0;
      if (x >= high) return 1;
      const share = isUpper ? source.upper(low) - source.upper(x) : source.lower(x) - below;
      return Math.min(1, share / mass);
    },
    pdf: (x) => (x < low || x > high ? 0 : source.pdf(x) / mass),
    mean,
    variance: expectOverProbability((p, q) => (at(p, q) - mean) ** 2),
    support: [low, Math.min(high, source.support[1])],
  };
}
