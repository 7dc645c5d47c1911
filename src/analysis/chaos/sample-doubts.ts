import type { Cell } from '../../design/cell.ts';
import {
  createDistribution,
  normalQuantile,
  type Distribution,
} from '../../distributions/index.ts';
import { createColumnViews } from '../column-views.ts';
import { pearson } from '../pearson.ts';
import { ranks } from '../../numbers/ranks.ts';
import type { PolynomialChaos } from './polynomial-chaos.ts';
import type { InputDistribution } from './polynomial-families.ts';
import type { RoundedDistribution } from './rounded-distribution.ts';
import { unseenDoubt } from './rounding-doubts.ts';

/** An input as the study declares it. */
export interface DeclaredInput extends RoundedDistribution {
  readonly name: string;
}

/** Chance of each kind of doubt over all inputs together, where values are drawn from the distributions. */
const chance = 1e-3;

/** A stretch of this probability at an end without a value is a doubt however few the values are. */
const widestEnd = 0.5;

/** A larger rank correlation is a tie, however few the values are. */
const tied = 0.95;

/** Ties of more inputs than this aren't looked for. */
const mostInputs = 60;

/** Inputs of which the runs show nothing, as they have one value: they are no part of the expansion. */
export function heldInputs(
  { highest, sample }: PolynomialChaos,
  inputs: readonly DeclaredInput[],
): readonly { readonly input: string; readonly reason: string }[] {
  return inputs.flatMap(({ name, distribution }, place) =>
    highest[place] === 0 && valuesOf(distribution) !== 1
      ? [
          {
            input: name,
            reason: `has the one value ${sample[place]?.[0]} in these runs: the results of the polynomial chaos are of the response there`,
          },
        ]
      : [],
  );
}

/** Why runs may not show what the response does over the declared distributions, which the error on runs left out can't show either. @param draws values of each input that were drawn; absent where the design chooses them */
export function sampleDoubts(
  chaos: PolynomialChaos,
  inputs: readonly DeclaredInput[],
  draws?: number,
): readonly string[] {
  const nameOf = (degrees: readonly number[]): string =>
    inputs.flatMap(({ name }, place) => ((degrees[place] ?? 0) > 0 ? [name] : [])).join(' x ');
  const unseen = chaos.indistinct.map(nameOf);
  const more = unseen.length > 5 ? `, … (${unseen.length})` : '';
  return [
    ...heldInputs(chaos, inputs).map(({ input, reason }) => `${input} ${reason}`),
    ...(chaos.outside > 0
      ? [
          `${chaos.outside} runs have values that the distributions of the inputs don’t have; they are left out`,
        ]
      : []),
    ...inputs.flatMap((input, place) => {
      const { name } = input;
      const own = spreadDoubt(chaos, input, place, { level: chance / inputs.length, draws });
      return (chaos.highest[place] ?? 0) > 0 && own !== undefined ? [`${name} ${own}`] : [];
    }),
    ...tieDoubts(chaos, inputs),
    ...(unseen.length > 0
      ? [
          `these runs can’t tell ${unseen.slice(0, 5).join(', ')}${more} from other terms: the fit would be the same if the response depended on it`,
        ]
      : []),
  ];
}

/** How many values a distribution has; infinite for a continuous one. */
function valuesOf(distribution: InputDistribution): number {
  if (distribution.kind === 'levels') {
    const { values, weights } = distribution;
    return values.filter((_, place) => (weights?.[place] ?? 1) > 0).length;
  }
  return (
    createDistribution(distribution.generator, distribution.settings).levels?.length ?? Infinity
  );
}

function spreadDoubt(
  { sample, terms }: PolynomialChaos,
  { distribution, isRounded }: DeclaredInput,
  place: number,
  { level, draws }: { readonly level: number; readonly draws: number | undefined },
): string | undefined {
  const seen = [...new Set(sample[place])];
  const reached = terms.reduce((most, { degrees }) => Math.max(most, degrees[place] ?? 0), 0);
  if (isRounded && distribution.kind === 'levels') {
    return unseenDoubt(seen, distribution, reached, draws ?? seen.length, level);
  }
  const declared = valuesOf(distribution);
  if (declared !== Infinity) {
    return seen.length < declared
      ? `takes ${seen.length} of its ${declared} values in the runs`
      : undefined;
  }
  if (distribution.kind === 'levels') return undefined;
  const found = createDistribution(distribution.generator, distribution.settings);
  const degree = Math.max(1, reached);
  if (seen.length <= degree + 1) {
    return `takes ${seen.length} values in the runs: a polynomial of degree ${degree} passes through them whatever the response does between`;
  }
  return gapDoubt(
    seen.map(Number).sort((a, b) => a - b),
    found,
    level,
  );
}

/** By the widest gap between values and by Kolmogorov's test. @param values that differ, ascending */
function gapDoubt(
  values: readonly number[],
  { cdf, support }: Distribution,
  level: number,
): string | undefined {
  const m = values.length;
  const outside = values.filter((x) => x < support[0] || x > support[1]).length;
  if (outside > 0) return `has ${outside} values outside of its distribution`;
  const shares = values.map(cdf);
  const ends = [0, ...shares, 1];
  const gaps = ends.slice(1).map((share, place) => share - (ends[place] ?? 0));
  const widest = gaps.reduce((most, gap, place) => (gap > (gaps[most] ?? 0) ? place : most), 0);
  const gap = gaps[widest] ?? 0;
  const isAtEnd = widest === 0 || widest === m;
  if ((m + 1) * (1 - gap) ** m < level || (isAtEnd && gap > widestEnd)) {
    const [from, to] = [values[widest - 1], values[widest]].map((x) => x?.toPrecision(3));
    const where =
      from === undefined ? `below ${to}` : to === undefined ? `above ${from}` : `${from} .. ${to}`;
    return `has no run ${where}, where ${(100 * gap).toFixed(0)} % of its distribution are: the expansion is a guess there`;
  }
  const difference = shares.reduce(
    (most, share, place) => Math.max(most, (place + 1) / m - share, share - place / m),
    0,
  );
  return 2 * Math.exp(-2 * m * difference ** 2) < level
    ? `doesn’t follow its distribution in the runs (shares differ by up to ${difference.toFixed(2)})`
    : undefined;
}

/** Inputs whose ranks, or distances from the middle rank, go together. */
function tieDoubts(
  { sample, highest }: PolynomialChaos,
  inputs: readonly DeclaredInput[],
): readonly string[] {
  const free = inputs.flatMap((_, place) => ((highest[place] ?? 0) > 0 ? [place] : []));
  if (free.length > mostInputs) return [];
  const columns = new Map(
    free.map((place) => {
      const own = rankColumn(sample[place] ?? []);
      const middle = (own.length + 1) / 2;
      return [
        place,
        { size: new Set(own).size, both: [own, own.map((x) => Math.abs(x - middle))] },
      ];
    }),
  );
  const views = createColumnViews();
  const tests = 2 * free.length * (free.length - 1);
  const limit = normalQuantile(1 - chance / 2 / Math.max(1, tests));
  return free.flatMap((i, at) =>
    free.slice(at + 1).flatMap((j) => {
      const [first, second] = [columns.get(i), columns.get(j)];
      const size = Math.min(first?.size ?? 0, second?.size ?? 0);
      const r = (first?.both ?? []).reduce(
        (most, x) =>
          (second?.both ?? []).reduce(
            (own, y) => Math.max(own, Math.abs(pearson(x, y, views) ?? 0)),
            most,
          ),
        0,
      );
      const isCertain =
        size > 9 && Math.atanh(Math.min(r, 1 - 1e-12)) * Math.sqrt(size - 3) > limit;
      return r > tied || (isCertain && r > 0.3)
        ? [
            `${inputs[i]?.name} and ${inputs[j]?.name} go together in the runs (correlation of ranks ${r.toFixed(2)}), though they are declared independent: what one does can’t be told from what the other does`,
          ]
        : [];
    }),
  );
}

/** Ranks of numbers; texts are numbered in the order of the alphabet. */
function rankColumn(cells: readonly Cell[]): Float64Array {
  const texts = [...new Set(cells.filter((cell) => typeof cell !== 'number'))].sort();
  return ranks(
    Float64Array.from(cells, (cell) => (typeof cell === 'number' ? cell : texts.indexOf(cell))),
  );
}
