import type { ElementaryEffects, MorrisEffect } from './morris-effects.ts';
import { muStarIntervals } from './morris-intervals.ts';
import { percent } from '../percent.ts';

/** Intervals of mu* wider than this share of the largest mu*, to each side, don't order the variables. */
const widest = 0.25;

/** How many variables a reason names. */
const mostNamed = 5;

/**
 * What the intervals of mu* leave open: which variables matter more, and whether one that showed nothing does nothing.
 * @param all elementary effects, of every variable
 */
export function widthDoubts(
  all: readonly ElementaryEffects[],
  effects: readonly MorrisEffect[],
): readonly string[] {
  const largest = effects.reduce((most, { muStar }) => Math.max(most, muStar), 0);
  const supports = muStarIntervals(
    all.map((own) => own.effects),
    0.95,
  );
  const silent = all.flatMap(({ variable, effects: own }, index) => {
    const like = all[supports[index]?.mayActLike ?? NaN];
    return like ? [{ name: variable.name, like: like.variable.name, count: own.length }] : [];
  });
  const wide = effects.flatMap(
    ({ variable, muStar, muStarInterval: [low, high] = [0, Infinity] }) =>
      (high - low) / 2 > widest * largest && !silent.some(({ name }) => name === variable)
        ? [`${variable} ${muStar.toPrecision(3)} (${low.toPrecision(3)} .. ${high.toPrecision(3)})`]
        : [],
  );
  const [first] = silent;
  return [
    ...(wide.length > 0
      ? [
          `intervals of mu* are wider than ± ${percent(widest)} of the largest: ${listed(wide)}; more trajectories make them narrower`,
        ]
      : []),
    ...(first
      ? [
          `${listed(silent.map(({ name }) => name))} showed no effect in ${first.count} trajectories, but most effects of ${first.like} are as small: what acts in few places may not have been seen, so it can't be called inert; more trajectories can tell`,
        ]
      : []),
  ];
}

function listed(words: readonly string[]): string {
  return (
    words.slice(0, mostNamed).join(', ') + (words.length > mostNamed ? `, … (${words.length})` : '')
  );
}
