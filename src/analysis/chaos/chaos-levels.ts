import { createStream } from '../../distributions/index.ts';
import { createDesign } from '../../design/index.ts';
import type { Interval } from '../confidence-intervals.ts';
import { probabilityBelow, sampleQuantile, sortedFinite } from '../quantiles.ts';
import { proportionInterval } from '../proportion-interval.ts';
import { resampledCoefficients, type Resampling } from './chaos-resamples.ts';
import type { InputDistribution } from './polynomial-family.ts';
import { sumOfProducts, type PolynomialChaos } from './polynomial-chaos.ts';

/** Probability of a response's level by the expansion instead of the runs. */
export interface ChaosLevel {
  readonly response: number;
  /** Share of points with at most this value. */
  readonly probability: number;
  readonly exceedance: number;
  /** Of the probability, by a bootstrap of the fit and its errors. */
  readonly probabilityInterval: Interval;
}

/** Levels that the fit supports, and those that it doesn't, with the reason. */
export interface ChaosLevels {
  readonly levels: readonly ChaosLevel[];
  readonly leftOut: readonly { readonly response: number; readonly reason: string }[];
}

/** Points of a scrambled Sobol' sequence at which an expansion is evaluated: a probability of 1e-4 is then known to a tenth or so. */
const points = 2 ** 17;

/** How many of them the fits that are drawn again are evaluated at. */
const drawnPoints = 2 ** 15;

/** Points at a time. */
const blockSize = 4096;

/** Fits that are drawn again. */
const resamples = 40;

/** The probability on the rarer side must be known to this factor, and come from so many points. */
const widestFactor = 2;
const leastPoints = 30;

/** Where the expansion must agree with the runs, in shares of them, and how sure a disagreement must be. */
const body = [0.1, 0.25, 0.5, 0.75, 0.9];
const sureness = 0.999;

/**
 * How often an expansion stays at or below each level when its inputs follow their distributions: small probabilities, where few runs or none
 * got. A level is left out where the expansion contradicts the runs, or its error on runs left out leaves the probability open.
 * @param inputs names and distributions in the order of the expansion's inputs; they must be independent
 * @param runs responses of runs drawn from these distributions; absent where the design doesn't draw from them
 * @see Dakota Reference Manual, polynomial_chaos: samples_on_emulator
 */
export function chaosLevels(
  chaos: PolynomialChaos,
  inputs: readonly { readonly name: string; readonly distribution: InputDistribution }[],
  asked: readonly number[],
  { seed, confidence, runs }: Omit<Resampling, 'resamples'> & { readonly runs?: Float64Array },
): ChaosLevels {
  const sorted = runs && sortedFinite(runs);
  const bodyLevels = sorted ? body.map((p) => sampleQuantile(sorted, p) ?? NaN) : [];
  const every = [...asked, ...bodyLevels];
  const { shares, drawn } = countBelow(chaos, inputs, every, seed);
  const shareAt = (index: number): number => shares[index] ?? NaN;
  const contradiction = (index: number): string | undefined => {
    if (!sorted) return undefined;
    const level = every[index] ?? NaN;
    const below = probabilityBelow(sorted, level) ?? NaN;
    const hits = Math.round(below * sorted.length);
    const [low, high] = proportionInterval(hits, sorted.length, sureness);
    const own = shareAt(index);
    if (own >= low && own <= high) return undefined;
    return `the expansion has a probability of ${own.toPrecision(3)} below ${level.toPrecision(4)}, ${hits} of ${sorted.length} runs are there`;
  };
  const inBody = bodyLevels.flatMap((_, index) => contradiction(asked.length + index) ?? []);
  const judged = asked.map((response, index) => {
    const probability = shareAt(index);
    const ends = drawn.map((own) => own[index] ?? NaN);
    const ordered = Float64Array.from([...ends, probability]).sort();
    const interval: Interval = [
      Math.min(probability, sampleQuantile(ordered, (1 - confidence) / 2) ?? NaN),
      Math.max(probability, sampleQuantile(ordered, (1 + confidence) / 2) ?? NaN),
    ];
    const reason = contradiction(index) ?? inBody[0] ?? openness(probability, interval);
    return { response, probability, interval, reason };
  });
  return {
    levels: judged.flatMap(({ response, probability, interval, reason }) =>
      reason === undefined
        ? [
            {
              response,
              probability,
              exceedance: 1 - probability,
              probabilityInterval: interval,
            },
          ]
        : [],
    ),
    leftOut: judged.flatMap(({ response, reason }) =>
      reason === undefined ? [] : [{ response, reason }],
    ),
  };
}

/** Why a probability on its rarer side isn't known; undefined where it is. */
function openness(probability: number, [low, high]: Interval): string | undefined {
  const [rare, from, to] =
    probability <= 0.5 ? [probability, low, high] : [1 - probability, 1 - high, 1 - low];
  if (rare * points < leastPoints) {
    return `the probability on its rarer side is below ${(leastPoints / points).toPrecision(1)}, fewer than ${leastPoints} of ${points} points`;
  }
  if (to <= rare * widestFactor && from * widestFactor >= rare) return undefined;
  return `the errors of the fit leave the probability on its rarer side between ${from.toPrecision(2)} and ${to.toPrecision(2)}`;
}

/** Share of points below each level: of the expansion, and of each fit drawn again with errors of runs that were predicted nearby. */
function countBelow(
  chaos: PolynomialChaos,
  inputs: readonly { readonly name: string; readonly distribution: InputDistribution }[],
  levels: readonly number[],
  seed: number,
): {
  readonly shares: readonly number[];
  readonly drawn: readonly (readonly number[])[];
} {
  const variables = inputs.map(({ name, distribution }) => ({ name, source: distribution }));
  const design = createDesign({ method: 'sobol', runs: points, seed, variables, options: {} });
  const coefficients = chaos.terms.map(({ coefficient }) => coefficient);
  const fits = resampledCoefficients(chaos, { resamples, seed });
  const errorNear = createErrors(chaos);
  const stream = createStream(seed, '/chaos/errors');
  const uniforms = new Float64Array(blockSize);
  const counts = [coefficients, ...fits].map(() => new Float64Array(levels.length));
  const count = (values: Float64Array, into: Float64Array | undefined, of: number): void => {
    levels.forEach((level, index) => {
      let below = 0;
      for (const value of values) if (value <= level) below += 1;
      if (into) into[index] = (into[index] ?? 0) + below / of;
    });
  };
  for (let start = 0; start < points; start += blockSize) {
    const columns = chaos.products(design.block(start, blockSize));
    const plain = sumOfProducts(columns, coefficients);
    count(plain, counts[0], points);
    if (start >= drawnPoints) continue;
    const draw = errorNear(plain);
    fits.forEach((own, fit) => {
      stream.fill(uniforms, fit * drawnPoints + start);
      const values = sumOfProducts(columns, own);
      for (let row = 0; row < values.length; row += 1) {
        values[row] = (values[row] ?? 0) + draw(row, uniforms[row] ?? 0);
      }
      count(values, counts[fit + 1], drawnPoints);
    });
  }
  const [shares = [], ...drawn] = counts.map((own) => Array.from(own));
  return { shares, drawn };
}

/** Errors of the tenth of the runs, at least ten, whose predictions are nearest in rank: beyond all runs, those of the outermost. */
function createErrors({
  predicted: ofRuns,
  errors,
}: PolynomialChaos): (predicted: Float64Array) => (row: number, uniform: number) => number {
  const order = Array.from(ofRuns, (predicted, row) => ({
    predicted,
    error: errors[row] ?? 0,
  })).sort((a, b) => a.predicted - b.predicted);
  const predictions = Float64Array.from(order, ({ predicted }) => predicted);
  const n = order.length;
  const width = Math.min(n, Math.max(10, Math.round(n / 10)));
  return (predicted) => {
    const from = predicted.map((value) => {
      const place = Math.round((probabilityBelow(predictions, value) ?? 0) * n - width / 2);
      return Math.min(n - width, Math.max(0, place));
    });
    return (row, uniform) => order[(from[row] ?? 0) + Math.floor(uniform * width)]?.error ?? 0;
  };
}
