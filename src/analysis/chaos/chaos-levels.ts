import type { Interval } from '../confidence-intervals.ts';
import { studentQuantile } from '../../distributions/index.ts';
import { probabilityBelow, sampleQuantile, sortedFinite } from '../quantiles.ts';
import { proportionInterval } from '../proportion-interval.ts';
import type { Resampling } from './chaos-resamples.ts';
import { levelShares, points } from './level-shares.ts';
import type { InputDistribution } from './polynomial-families.ts';
import type { PolynomialChaos } from './polynomial-chaos.ts';

/** Probability of a response's level by the expansion instead of the runs. */
export interface ChaosLevel {
  readonly response: number;
  /** Share of points with at most this value. */
  readonly probability: number;
  readonly exceedance: number;
  /**
   * Of the probability: by a bootstrap of the fit and its errors, by fits that the runs allow as well, and with the error of the
   * integration.
   */
  readonly probabilityInterval: Interval;
}

/** Levels that the fit supports, and those that it doesn't, with the reason. */
export interface ChaosLevels {
  readonly levels: readonly ChaosLevel[];
  readonly leftOut: readonly { readonly response: number; readonly reason: string }[];
}

/** The probability on the rarer side must be known to this factor, and come from so many points. */
const widestFactor = 2;
const leastPoints = 30;
/** Odds are taken of no smaller share. */
const leastShare = 0.5 / points;

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
  const { shares, errors, drawn, centred, neighbours } = levelShares(chaos, inputs, every, {
    seed,
    confidence,
  });
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
    const endsOf = (fits: readonly (readonly number[])[]): readonly number[] => {
      const ofFits = fits.map((own) => own[index] ?? NaN);
      const ordered = Float64Array.from([...ofFits, probability]).sort();
      return [-1, 1].map((side) => sampleQuantile(ordered, (1 + side * confidence) / 2) ?? NaN);
    };
    const all = [
      probability,
      ...endsOf(drawn),
      ...endsOf(centred),
      ...studentEnds(
        probability,
        centred.map((own) => own[index] ?? NaN),
        confidence,
      ),
      ...neighbours.map((own) => own[index] ?? NaN),
    ];
    const error = errors[index] ?? NaN;
    const interval: Interval = [
      Math.max(0, Math.min(...all) - error),
      Math.min(1, Math.max(...all) + error),
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

/** Ends by the scatter of the fits' log odds, as the outermost of so few say little. */
function studentEnds(
  probability: number,
  fits: readonly number[],
  confidence: number,
): readonly number[] {
  const logOdds = (share: number): number => {
    const own = Math.min(1 - leastShare, Math.max(leastShare, share));
    return Math.log(own / (1 - own));
  };
  const all = fits.map(logOdds);
  const mean = all.reduce((sum, own) => sum + own / all.length, 0);
  const squares = all.reduce((sum, own) => sum + (own - mean) ** 2, 0);
  const factor = studentQuantile((1 + confidence) / 2, all.length - 1);
  const width = factor * Math.sqrt(squares / (all.length - 1));
  return [-1, 1].map((side) => 1 / (1 + Math.exp(-logOdds(probability) - side * width)));
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
