import { studentTwoSided } from '../../distributions/index.ts';
import type { Cell } from '../../design/cell.ts';
import type { MorrisEffect, MovedVariable } from './morris-effects.ts';
import { moments } from '../moments.ts';

/** Chance of a doubt about any variable where there is no cause. */
const chance = 0.01;

/** How many times as much as its moves tell a response must differ between values that no move connects. */
const leastRatio = 2;

/** As many effects of equal size, of at least so many, would have as much scatter: fewer than this are one or two that decide mu*. */
const leastEqual = 3;
const leastEffects = 6;

/** Below this share of the largest mu*, a variable hardly matters. */
const leastPart = 0.05;

/**
 * What speaks against mu* of each variable: a response that differs between values of it which no move connects, such as one that repeats itself
 * with the length of a move, and single effects that decide it.
 * @param response over all rows of the trajectories, NaN where a run gave none
 */
export function morrisDoubts(
  variables: readonly MovedVariable[],
  response: Float64Array,
  effects: readonly MorrisEffect[],
): readonly string[] {
  const muStarOf = (name: string): number =>
    effects.find(({ variable }) => variable === name)?.muStar ?? 0;
  const most = effects.reduce((largest, { muStar }) => Math.max(largest, muStar), 0);
  const hidden = variables.filter((variable) =>
    isPeriodic(variable, variables.length, response, muStarOf(variable.name)),
  );
  const decided = effects.filter(
    (effect) =>
      effect.count >= leastEffects &&
      effect.muStar > leastPart * most &&
      equalEffects(effect) < leastEqual,
  );
  const apart = variables.flatMap((variable) => {
    const pairs = pairsLeftOut(variable, variables.length);
    const told = pairs.slice(0, 3).map(([one, other]) => `${one} and ${other}`);
    const more = pairs.length > told.length ? `, … (${pairs.length} pairs)` : '';
    return pairs.length === 0 ? [] : [`${variable.name} (${told.join(', ')}${more})`];
  });
  return [
    ...(apart.length > 0
      ? [
          `no move goes between some values of ${namesOf(apart)}: mu* is that of other pairs; the design morris moves between all`,
        ]
      : []),
    ...(hidden.length > 0
      ? [
          `the response differs between values of ${namesOf(hidden.map(({ name }) => name))} that no move connects, and more than moves do: it may repeat itself with the length of a move, which mu* can't see; take another number of levels`,
        ]
      : []),
    ...(decided.length > 0
      ? [
          `one or two effects make mu* of ${namesOf(decided.map(({ variable }) => variable))}, all others are small: with more trajectories it may be another`,
        ]
      : []),
  ];
}

/** Pairs of texts that no move compares, where there are as many moves as would compare all, or where pairs are moved between again before. */
function pairsLeftOut(
  { values, range }: MovedVariable,
  count: number,
): readonly (readonly [Cell, Cell])[] {
  if (typeof range === 'number') return [];
  const cells = [...values];
  const seen = range.filter((text) => cells.includes(text));
  const all = seen.flatMap((one, index) =>
    seen.slice(index + 1).map((other) => [one, other] as const),
  );
  const moved = new Set<string>();
  let moves = 0;
  for (let row = 1; row < cells.length; row += 1) {
    const step = [range.indexOf(cells[row - 1] ?? NaN), range.indexOf(cells[row] ?? NaN)];
    if (row % (count + 1) === 0 || step[0] === step[1] || step.includes(-1)) continue;
    moves += 1;
    moved.add(String(step.sort((a, b) => a - b)));
  }
  if (moved.size >= Math.min(all.length, moves)) return [];
  return all.filter(
    ([one, other]) => !moved.has(String([range.indexOf(one), range.indexOf(other)])),
  );
}

/** How many effects of equal size have the same sum of sizes and of squares. */
function equalEffects({ count, mu, muStar, sigma = 0 }: MorrisEffect): number {
  const [mean, spread] = [mu / muStar, sigma / muStar];
  return count ** 2 / ((count - 1) * spread ** 2 + count * mean ** 2);
}

function namesOf(names: readonly string[]): string {
  return names.slice(0, 5).join(', ') + (names.length > 5 ? `, … (${names.length})` : '');
}

/** Whether trajectories in different classes of values, which no move connects, differ by much more than mu* over the distance of the classes. */
function isPeriodic(
  { values, range }: MovedVariable,
  count: number,
  response: Float64Array,
  muStar: number,
): boolean {
  if (typeof range !== 'number') return false;
  const rows = count + 1;
  const classOf = new Map<number, number>();
  const find = (value: number): number => {
    const next = classOf.get(value) ?? value;
    return next === value ? value : find(next);
  };
  for (let row = 1; row < response.length; row += 1) {
    const [a, b] = [Number(values[row - 1]), Number(values[row])];
    if (row % rows !== 0 && a !== b) classOf.set(find(b), find(a));
  }
  const groups = new Map<number, { readonly y: number[]; readonly x: number[] }>();
  for (let start = 0; start + rows <= response.length; start += rows) {
    const own = moments(response.slice(start, start + rows));
    if (own?.count !== rows) continue;
    const place = Array.from({ length: rows }, (_, row) => Number(values[start + row]));
    const key = find(place[0] ?? NaN);
    const group = groups.get(key) ?? { y: [], x: [] };
    groups.set(key, group);
    group.y.push(own.mean);
    group.x.push(place.reduce((sum, x) => sum + x, 0) / rows);
  }
  const [one, other] = [...groups.values()].sort((a, b) => b.y.length - a.y.length);
  if (!one || !other) return false;
  const [p, q] = [one, other].map(({ y }) => moments(Float64Array.from(y)));
  const [u, v] = [one, other].map(({ x }) => moments(Float64Array.from(x))?.mean ?? 0);
  if (!p || !q || p.count < 2 || q.count < 2) return false;
  const freedom = p.count + q.count - 2;
  const pooled =
    ((p.count - 1) * (p.standardDeviation ?? 0) ** 2 +
      (q.count - 1) * (q.standardDeviation ?? 0) ** 2) /
    freedom;
  const difference = Math.abs(p.mean - q.mean);
  const expected = (muStar * Math.abs((u ?? 0) - (v ?? 0))) / range;
  const excess = difference - leastRatio * expected;
  const error = Math.sqrt(pooled * (1 / p.count + 1 / q.count));
  return excess > 0 && studentTwoSided(excess / error, freedom) < chance / count;
}
