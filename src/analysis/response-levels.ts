import { incompleteBeta, normalQuantile } from '../distributions/index.ts';
import type { AskedLevels } from '../study/study.ts';
import type { Interval } from './confidence-intervals.ts';
import type { Moments } from './moments.ts';
import { probabilityBelow, sampleQuantile } from './quantiles.ts';

/** A level of a response with its probability and reliability; what was asked for and what follows from it. */
export interface ResponseLevel {
  readonly asked: 'response' | 'probability' | 'reliability';
  readonly response: number;
  /** Share of runs with at most this value. */
  readonly probability: number;
  /** Share of runs above it. */
  readonly exceedance: number;
  /** Interval of the probability for independent runs (Clopper and Pearson's). */
  readonly probabilityInterval: Interval;
  /** (mean - level) / standard deviation; absent where the response is constant. */
  readonly reliability?: number;
  /** Normal quantile of the probability with its sign turned; absent at 0 and 1. */
  readonly generalizedReliability?: number;
}

/**
 * Level mappings as Dakota's: response -> probability and reliability, probability -> response, reliability -> response.
 * @param sorted finite values, ascending, at least one
 * @see Dakota Reference Manual, response_levels, probability_levels, reliability_levels
 */
export function responseLevels(
  sorted: Float64Array,
  { mean, standardDeviation = 0 }: Moments,
  { response = [], probability = [], reliability = [] }: AskedLevels,
  confidence: number,
): readonly ResponseLevel[] {
  const describe = (asked: ResponseLevel['asked'], level: number): ResponseLevel => {
    const below = probabilityBelow(sorted, level) ?? NaN;
    return {
      asked,
      response: level,
      probability: below,
      exceedance: 1 - below,
      probabilityInterval: proportionInterval(
        Math.round(below * sorted.length),
        sorted.length,
        confidence,
      ),
      ...(standardDeviation > 0 ? { reliability: (mean - level) / standardDeviation } : {}),
      ...(below > 0 && below < 1 ? { generalizedReliability: -normalQuantile(below) } : {}),
    };
  };
  return [
    ...response.map((level) => describe('response', level)),
    ...probability.map((p) => describe('probability', sampleQuantile(sorted, p) ?? NaN)),
    ...reliability.map((beta) => describe('reliability', mean - beta * standardDeviation)),
  ];
}

/**
 * Interval of a probability from `hits` of `count` independent trials, exact.
 * @see C. J. Clopper, E. S. Pearson (1934), doi:10.1093/biomet/26.4.404
 */
export function proportionInterval(hits: number, count: number, confidence: number): Interval {
  const tail = (1 - confidence) / 2;
  const low =
    hits === 0 ? 0 : solveProbability((p) => incompleteBeta(hits, count - hits + 1, p).lower, tail);
  const high =
    hits === count
      ? 1
      : solveProbability((p) => incompleteBeta(hits + 1, count - hits, p).lower, 1 - tail);
  return [low, high];
}

/** Where a function that rises on 0 .. 1 reaches a value, by bisection to the last digit. */
function solveProbability(f: (p: number) => number, value: number): number {
  let [low, high] = [0, 1];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (f(middle) < value) low = middle;
    else high = middle;
  }
}
