import { normalQuantile } from '../distributions/index.ts';
import type { AskedLevels } from '../study/study.ts';
import type { Interval } from './confidence-intervals.ts';
import { effectiveRuns, type Draws } from './draws.ts';
import type { Moments } from './moments.ts';
import { chosenProportionInterval, proportionInterval } from './proportion-interval.ts';
import { probabilityBelow, sampleQuantile } from './quantiles.ts';

/** A level of a response with its probability and reliability; what was asked for and what follows from it. */
export interface ResponseLevel {
  readonly asked: 'response' | 'probability' | 'reliability';
  readonly response: number;
  /** Share of runs with at most this value. */
  readonly probability: number;
  /** Share of runs above it. */
  readonly exceedance: number;
  /**
   * Interval of the probability for independent runs: Clopper and Pearson's; of a level that the runs could also have called too rare, wider where
   * they nearly did.
   */
  readonly probabilityInterval: Interval;
  /** (mean - level) / standard deviation; absent where the response is constant. */
  readonly reliability?: number;
  /** Normal quantile of the probability with its sign turned; absent at 0 and 1. */
  readonly generalizedReliability?: number;
}

/**
 * Level mappings as Dakota's: response -> probability and reliability, probability -> response, reliability -> response.
 * @param sorted finite values, ascending, at least one
 * @param shared the finite values with their draws of the inputs, where runs share them: intervals are of so many draws
 * @see Dakota Reference Manual, response_levels, probability_levels, reliability_levels
 */
export function responseLevels(
  sorted: Float64Array,
  { mean, standardDeviation = 0 }: Moments,
  { response = [], probability = [], reliability = [] }: AskedLevels,
  confidence: number,
  shared?: { readonly values: Float64Array; readonly draws: Draws },
): readonly ResponseLevel[] {
  const describe = (asked: ResponseLevel['asked'], level: number): ResponseLevel => {
    const below = probabilityBelow(sorted, level) ?? NaN;
    // How many runs are below a level of a given probability is no chance, so it isn't chosen by that.
    const intervalOf = asked === 'probability' ? proportionInterval : chosenProportionInterval;
    return {
      asked,
      response: level,
      probability: below,
      exceedance: 1 - below,
      probabilityInterval: intervalOf(...trialsOf(level, below), confidence),
      ...(standardDeviation > 0 ? { reliability: (mean - level) / standardDeviation } : {}),
      ...(below > 0 && below < 1 ? { generalizedReliability: -normalQuantile(below) } : {}),
    };
  };
  const trialsOf = (level: number, below: number): readonly [hits: number, count: number] => {
    if (!shared) return [Math.round(below * sorted.length), sorted.length];
    const isBelow = Array.from(shared.values, (value) => value <= level);
    const count = effectiveRuns(isBelow, shared.draws, confidence);
    return [below * count, count];
  };
  return [
    ...response.map((level) => describe('response', level)),
    ...probability.map((p) => describe('probability', sampleQuantile(sorted, p) ?? NaN)),
    ...reliability.map((beta) => describe('reliability', mean - beta * standardDeviation)),
  ].filter((level) => Number.isFinite(level.response));
}
