import { incompleteBeta } from '../distributions/index.ts';
import type { Interval } from './confidence-intervals.ts';

/** Fewer runs than this on the rarer side of a level don't tell its probability to about a factor of 2, so that it isn't called good. */
export const leastRunsOfLevel = 15;

/** Probabilities that would be called good in fewer studies than this are left out of account. */
const rarestChoice = 1 / 200;

/**
 * Interval of a probability from `hits` of `count` independent trials, exact.
 * @see C. J. Clopper, E. S. Pearson (1934), doi:10.1093/biomet/26.4.404
 */
export function proportionInterval(hits: number, count: number, confidence: number): Interval {
  const tail = (1 - confidence) / 2;
  const low = hits === 0 ? 0 : solveProbability((p) => atLeast(hits, count, p), tail, [0, 1]);
  const high =
    hits === count ? 1 : solveProbability((p) => atLeast(hits + 1, count, p), 1 - tail, [0, 1]);
  return [low, high];
}

/**
 * The same for a probability that is only believed where both sides have `leastRunsOfLevel` hits. Of the studies of a level that has fewer on
 * average, those believed are the ones with too many, so that Clopper and Pearson's interval would miss in most of them. This one holds the
 * probability with the confidence also among the studies that are believed, wherever at least one study in 200 is. It is wider near that limit,
 * the same far from it, and the same where there are fewer hits.
 * @see Conditioning on the choice: W. Fithian, D. Sun, J. Taylor (2014), arXiv:1410.2597
 */
export function chosenProportionInterval(
  hits: number,
  count: number,
  confidence: number,
): Interval {
  const [low, high] = proportionInterval(hits, count, confidence);
  if (Math.min(hits, count - hits) < leastRunsOfLevel) return [low, high];
  const tail = (1 - confidence) / 2;
  return [
    Math.min(low, lowestAmongChosen(hits, count, tail)),
    Math.max(high, 1 - lowestAmongChosen(count - hits, count, tail)),
  ];
}

/** Where so many hits or more have the probability `tail` among the studies that are believed. */
function lowestAmongChosen(hits: number, count: number, tail: number): number {
  const most = count - leastRunsOfLevel;
  const isChosen = (p: number): number =>
    atLeast(leastRunsOfLevel, count, p) - atLeast(most + 1, count, p);
  const least = solveProbability(isChosen, rarestChoice, [0, 0.5]);
  const share = (p: number): number =>
    (atLeast(hits, count, p) - atLeast(most + 1, count, p)) / isChosen(p);
  return share(least) >= tail ? least : solveProbability(share, tail, [least, hits / count]);
}

function atLeast(hits: number, count: number, p: number): number {
  return incompleteBeta(hits, count - hits + 1, p).lower;
}

/** Where a function that rises between two probabilities reaches a value, by bisection to the last digit. */
function solveProbability(f: (p: number) => number, value: number, [from, to]: Interval): number {
  let [low, high] = [from, to];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (f(middle) < value) low = middle;
    else high = middle;
  }
}
