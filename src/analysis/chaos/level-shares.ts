import { createDesign } from '../../design/index.ts';
import { createStream, studentQuantile } from '../../distributions/index.ts';
import { probabilityBelow } from '../quantiles.ts';
import { resampledCoefficients } from './chaos-resamples.ts';
import type { PolynomialChaos } from './polynomial-chaos.ts';
import type { InputDistribution } from './polynomial-families.ts';
import { sumOfProducts } from './term-products.ts';

/** Sobol' sequences, each scrambled by itself, so that their scatter is the error of the integration; and points of each. */
const sequences = 16;
const pointsOfEach = 2 ** 13;

/** Points at which an expansion is evaluated: a probability of 1e-4 is then known to a tenth or so. */
export const points = sequences * pointsOfEach;

/** In how many of the sequences other fits are evaluated as well. */
const sequencesOfFits = 4;

/** Points at a time. */
const blockSize = 4096;

/** Fits that are drawn again. */
const resamples = 40;

/** Neighbour fits that are looked at, the farthest. */
const mostNeighbours = 8;

/** Where sequences that all count the same could lie at most, in points: nothing of n has probability 3 / n or less, with 95 %. */
const leastError = 3 / points;

/** Shares of points at or below some levels. */
export interface LevelShares {
  /** One a level. */
  readonly shares: readonly number[];
  /** Largest error of the integration at each level. */
  readonly errors: readonly number[];
  /** Of each fit that was drawn again, with errors of runs that were predicted nearby: what these have in common may be the fit's. */
  readonly drawn: readonly (readonly number[])[];
  /** Of the same fits with the same errors about their mean: what they have in common may be chance. */
  readonly centred: readonly (readonly number[])[];
  /** Of each neighbour fit and its mirror image. */
  readonly neighbours: readonly (readonly number[])[];
}

/**
 * Shares of the expansion when its inputs follow their distributions.
 * @param confidence of the errors of the integration
 * @see Errors of randomised sequences: A. B. Owen (1997), doi:10.1137/S0036142994277468
 */
export function levelShares(
  chaos: PolynomialChaos,
  inputs: readonly { readonly name: string; readonly distribution: InputDistribution }[],
  levels: readonly number[],
  { seed, confidence }: { readonly seed: number; readonly confidence: number },
): LevelShares {
  const variables = inputs.map(({ name, distribution }) => ({ name, source: distribution }));
  const coefficients = chaos.terms.map(({ coefficient }) => coefficient);
  const redrawn = resampledCoefficients(chaos, { resamples, seed });
  const beside = farthestNeighbours(chaos);
  const errorNear = createErrors(chaos);
  const stream = createStream(seed, '/chaos/errors');
  const uniforms = new Float64Array(blockSize);
  const ofSequences = Array.from({ length: sequences }, () => levels.map(() => 0));
  const ofDrawn = redrawn.map(() => levels.map(() => 0));
  const ofCentred = redrawn.map(() => levels.map(() => 0));
  const ofNeighbours = beside.flatMap(() => [levels.map(() => 0), levels.map(() => 0)]);
  const count = (values: Float64Array, into: number[] | undefined, of: number): void => {
    levels.forEach((level, index) => {
      let below = 0;
      for (const value of values) if (value <= level) below += 1;
      if (into) into[index] = (into[index] ?? 0) + below / of;
    });
  };
  for (let sequence = 0; sequence < sequences; sequence += 1) {
    const design = createDesign({
      ...{ method: 'sobol', runs: pointsOfEach, variables, options: {} },
      // A seed of its own for each, which no other study's sequences have.
      seed: (seed % (2 ** 53 / sequences)) * sequences + sequence,
    });
    for (let start = 0; start < pointsOfEach; start += blockSize) {
      const block = design.block(start, blockSize);
      const columns = chaos.products(block);
      const plain = sumOfProducts(columns, coefficients);
      count(plain, ofSequences[sequence], pointsOfEach);
      if (sequence >= sequencesOfFits) continue;
      const of = sequencesOfFits * pointsOfEach;
      const draw = errorNear(plain);
      redrawn.forEach((own, fit) => {
        stream.fill(uniforms, fit * of + sequence * pointsOfEach + start);
        const values = sumOfProducts(columns, own);
        for (let row = 0; row < values.length; row += 1) {
          values[row] = (values[row] ?? 0) + draw.error(row, uniforms[row] ?? 0);
        }
        count(values, ofDrawn[fit], of);
        for (let row = 0; row < values.length; row += 1) {
          values[row] = (values[row] ?? 0) - draw.mean(row);
        }
        count(values, ofCentred[fit], of);
      });
      beside.forEach(({ terms }, place) => {
        const change = sumOfProducts(
          chaos.products(
            block,
            terms.map(({ degrees }) => degrees),
          ),
          terms.map(({ coefficient }) => coefficient),
        );
        const moved = (sign: number): Float64Array =>
          plain.map((value, row) => value + sign * (change[row] ?? 0));
        count(moved(1), ofNeighbours[2 * place], of);
        count(moved(-1), ofNeighbours[2 * place + 1], of);
      });
    }
  }
  const meanOf = (own: readonly (readonly number[])[], index: number): number =>
    own.reduce((sum, one) => sum + (one[index] ?? 0), 0) / own.length;
  const shares = levels.map((_, index) => meanOf(ofSequences, index));
  // What other fits differ by on the points that they share with the expansion.
  const shift = (one: readonly number[]): readonly number[] =>
    one.map(
      (share, index) =>
        (shares[index] ?? 0) + share - meanOf(ofSequences.slice(0, sequencesOfFits), index),
    );
  const factor = studentQuantile((1 + confidence) / 2, sequences - 1);
  return {
    shares,
    errors: shares.map((share, index) => {
      const squares = ofSequences.reduce((sum, one) => sum + ((one[index] ?? 0) - share) ** 2, 0);
      return factor * Math.sqrt(squares / (sequences - 1) / sequences) + leastError;
    }),
    drawn: ofDrawn.map(shift),
    centred: ofCentred.map(shift),
    neighbours: ofNeighbours.map(shift),
  };
}

/** Those that differ most from the expansion. */
function farthestNeighbours({ neighbours }: PolynomialChaos): PolynomialChaos['neighbours'] {
  const sizeOf = ({ terms }: PolynomialChaos['neighbours'][number]): number =>
    Math.hypot(...terms.map(({ coefficient }) => coefficient));
  return neighbours.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, mostNeighbours);
}

/** The errors that a prediction may have. */
interface NearbyErrors {
  /** One of them. @param row of the predictions @param uniform which */
  readonly error: (row: number, uniform: number) => number;
  readonly mean: (row: number) => number;
}

/** Errors of the tenth of the runs, at least ten, whose predictions are nearest in rank: beyond all runs, those of the outermost. */
function createErrors({
  predicted: ofRuns,
  errors,
}: PolynomialChaos): (predicted: Float64Array) => NearbyErrors {
  const order = Array.from(ofRuns, (predicted, row) => ({
    predicted,
    error: errors[row] ?? 0,
  })).sort((a, b) => a.predicted - b.predicted);
  const predictions = Float64Array.from(order, ({ predicted }) => predicted);
  const n = order.length;
  const width = Math.min(n, Math.max(10, Math.round(n / 10)));
  const means = Float64Array.from({ length: n - width + 1 }, (_, from) =>
    order.slice(from, from + width).reduce((sum, { error }) => sum + error / width, 0),
  );
  return (predicted) => {
    const from = predicted.map((value) => {
      const place = Math.round((probabilityBelow(predictions, value) ?? 0) * n - width / 2);
      return Math.min(n - width, Math.max(0, place));
    });
    return {
      error: (row, uniform) => order[(from[row] ?? 0) + Math.floor(uniform * width)]?.error ?? 0,
      mean: (row) => means[from[row] ?? 0] ?? 0,
    };
  };
}
