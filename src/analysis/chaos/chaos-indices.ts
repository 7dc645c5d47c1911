import type { Interval } from '../confidence-intervals.ts';
import { sampleQuantile } from '../quantiles.ts';
import { resampledCoefficients, type Resampling } from './chaos-resamples.ts';
import type { NeighbourFit } from './neighbour-fits.ts';
import type { PolynomialChaos } from './polynomial-chaos.ts';

/** A share of the variance with its interval. */
export interface ChaosIndex {
  readonly value: number;
  readonly interval?: Interval;
}

/** What a polynomial chaos says of a response when its inputs are independent. */
export interface ChaosIndices {
  readonly mean: number;
  readonly variance: number;
  readonly standardDeviation: number;
  /** Shares of the variance, one an input: alone, and with all its interactions. */
  readonly first: readonly ChaosIndex[];
  readonly total: readonly ChaosIndex[];
  /** How far the neighbour fit of an input is from the expansion, as a share of the variance, largest first. */
  readonly open: readonly { readonly input: number; readonly share: number }[];
  /** What the expansion may lack: all of these, and what it doesn't predict of runs left out, as a share of the variance. */
  readonly unknown: number;
  /** Shares of two inputs together beyond each alone, largest first; those of nothing are left out. */
  readonly second: readonly { readonly j: number; readonly k: number; readonly value: number }[];
}

/**
 * Moments and Sobol' indices straight from the coefficients. Intervals hold what a bootstrap of the fit gives, and all that the error of the
 * expansion could do to an index: what it doesn't predict on runs left out, and what these runs leave open (its neighbour fits).
 * @param resampling without it, no intervals
 * @returns undefined where no term but the constant was chosen
 * @see B. Sudret (2008), doi:10.1016/j.ress.2007.04.002
 */
export function chaosIndices(
  chaos: PolynomialChaos,
  resampling?: Resampling,
): ChaosIndices | undefined {
  const { terms, families, q2 } = chaos;
  const inputsOf = terms.map(({ degrees }) =>
    degrees.flatMap((degree, input) => (degree > 0 ? [input] : [])),
  );
  const coefficients = terms.map(({ coefficient }) => coefficient);
  const found = sharesOf(inputsOf, coefficients, families.length);
  if (!(found.size > 0)) return undefined;
  const drawn = resampling
    ? resampledCoefficients(chaos, resampling).map((own) =>
        sharesOf(inputsOf, own, families.length),
      )
    : [];
  const open = chaos.neighbours
    .map(({ input, terms: own }) => ({ input, share: shareOf(own, found.size) }))
    .sort((one, other) => other.share - one.share);
  const unknown = open.reduce((sum, { share }) => sum + share, Math.max(0, 1 - q2));
  const turn = turnBy(unknown);
  const withInterval = (
    kind: 'first' | 'total',
    value: number,
    input: number,
    confidence: number,
  ): ChaosIndex => {
    const sorted = Float64Array.from(drawn, (own) => own[kind][input] ?? 0).sort();
    const low = sampleQuantile(sorted, (1 - confidence) / 2);
    const high = sampleQuantile(sorted, (1 + confidence) / 2);
    if (low === undefined || high === undefined) return { value };
    // Squares of drawn coefficients are never below 0, so that an index of 0 is held by the mirrored end only.
    const [from, to] = [Math.min(low, 2 * value - high), Math.max(high, 2 * value - low)];
    const [least, most] = turn(value);
    return {
      value,
      interval: [Math.max(0, Math.min(value, from, least)), Math.min(1, Math.max(value, to, most))],
    };
  };
  const { confidence = 0.95 } = resampling ?? {};
  const pairs = new Map<string, { readonly j: number; readonly k: number; value: number }>();
  inputsOf.forEach(([j, k, ...others], term) => {
    if (j === undefined || k === undefined || others.length > 0) return;
    const pair = pairs.get(`${j},${k}`) ?? { j, k, value: 0 };
    pair.value += ((coefficients[term] ?? 0) / found.size) ** 2;
    pairs.set(`${j},${k}`, pair);
  });
  return {
    mean: coefficients.find((_, term) => inputsOf[term]?.length === 0) ?? 0,
    variance: found.size ** 2,
    standardDeviation: found.size,
    first: Array.from(found.first, (value, j) => withInterval('first', value, j, confidence)),
    total: Array.from(found.total, (value, j) => withInterval('total', value, j, confidence)),
    open,
    unknown,
    second: [...pairs.values()].filter(({ value }) => value > 0).sort((a, b) => b.value - a.value),
  };
}

/**
 * How far an index can move where the response is the expansion and an error with this share of its variance. An index is the squared cosine
 * of the angle between the response and the functions that the index counts; an error of length e beside a response of length 1 turns it by the
 * arc sine of e at most.
 */
function turnBy(share: number): (index: number) => Interval {
  const turn = Math.asin(Math.min(1, Math.sqrt(share)));
  return (index) => {
    const angle = Math.asin(Math.sqrt(Math.min(1, Math.max(0, index))));
    return [
      Math.sin(Math.max(0, angle - turn)) ** 2,
      Math.sin(Math.min(Math.PI / 2, angle + turn)) ** 2,
    ];
  };
}

/** Variance of some terms over that of the expansion. */
function shareOf(terms: NeighbourFit['terms'], standardDeviation: number): number {
  return terms.reduce(
    (sum, { degrees, coefficient }) =>
      degrees.some((degree) => degree > 0) ? sum + (coefficient / standardDeviation) ** 2 : sum,
    0,
  );
}

interface Shares {
  /** The standard deviation. */
  readonly size: number;
  readonly first: Float64Array;
  readonly total: Float64Array;
}

function sharesOf(
  inputsOf: readonly (readonly number[])[],
  coefficients: readonly number[],
  inputs: number,
): Shares {
  const first = new Float64Array(inputs);
  const total = new Float64Array(inputs);
  let variance = 0;
  const scale = inputsOf.reduce(
    (most, own, term) =>
      own.length > 0 ? Math.max(most, Math.abs(coefficients[term] ?? 0)) : most,
    0,
  );
  inputsOf.forEach((own, term) => {
    if (own.length === 0) return;
    const part = scale > 0 ? ((coefficients[term] ?? 0) / scale) ** 2 : 0;
    variance += part;
    for (const input of own) total[input] = (total[input] ?? 0) + part;
    const [only, ...others] = own;
    if (only !== undefined && others.length === 0) first[only] = (first[only] ?? 0) + part;
  });
  const share = (value: number): number => value / variance;
  return { size: scale * Math.sqrt(variance), first: first.map(share), total: total.map(share) };
}
