import type { Cell } from '../../design/cell.ts';
import { createDistribution } from '../../distributions/index.ts';
import { createNearest } from './discrete-family.ts';
import type { InputDistribution } from './polynomial-families.ts';
import type { PolynomialChaos } from './polynomial-chaos.ts';
import { smallestShare, type RoundedDistribution } from './rounded-distribution.ts';

type Levels = Extract<InputDistribution, { kind: 'levels' }>;

/** A single value of this probability without a run is a doubt however few the runs are, and a stretch of the other one at an end. */
const likely = 0.05;
const widestEnd = 0.5;

/** Draws have nearly as many values as there are; fewer are rounded ones. */
const fewestDistinct = 0.9;

/**
 * Why runs may not show what a response does over the values that an input is rounded to, as what follows the input's name: a likely value without a
 * run, or a stretch of values that is too probable to have none.
 * @param seen the values in the runs, each once
 * @param degree of the polynomial in this input
 * @param draws how many values were drawn
 * @param level chance of a doubt where there is no reason for one
 */
export function unseenDoubt(
  seen: readonly Cell[],
  { values, weights = [] }: Levels,
  degree: number,
  draws: number,
  level: number,
): string | undefined {
  const placeOf = createNearest(values.map(Number));
  const places = new Set(seen.map((cell) => placeOf(Number(cell))));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const shares = values.map((_, place) => (weights[place] ?? 1) / total);
  const missed = shares.findIndex((share, place) => share >= likely && !places.has(place));
  if (missed >= 0) {
    return `has no run at ${values[missed]}, which ${percentOf(shares[missed])} % of its rounded values are: the expansion is a guess there`;
  }
  const isPartial = shares.some((share, place) => share > 0 && !places.has(place));
  if (isPartial && degree > 0 && seen.length <= degree + 1) {
    return `takes ${seen.length} values in the runs: a polynomial of degree ${degree} passes through them whatever the response does at others`;
  }
  let gap = 0;
  for (let place = 0, own = 0, from = 0; place < shares.length; place += 1) {
    if (places.has(place)) [own, from] = [0, place + 1];
    else own += shares[place] ?? 0;
    const isAtEnd = from === 0 || place === shares.length - 1;
    const isTooWide = (draws + 1) * (1 - own) ** draws < level || (isAtEnd && own > widestEnd);
    if (isTooWide) gap = Math.max(gap, own);
  }
  return gap > 0
    ? `has no run at some neighbouring values, where ${percentOf(gap)} % of its distribution are: the expansion is a guess there`
    : undefined;
}

function percentOf(share = 0): string {
  return (100 * share).toFixed(0);
}

/**
 * Why a continuous input looks rounded in the runs, though the study doesn't say so: it has fewer values than draws have, and they are so far
 * apart that rounding has a share of the variance.
 * @param seen the values in the runs, each once
 */
function coarseDoubt(
  seen: readonly Cell[],
  distribution: InputDistribution,
  draws: number,
): string | undefined {
  if (distribution.kind === 'levels' || seen.length >= fewestDistinct * draws) return undefined;
  const { levels, variance } = createDistribution(distribution.generator, distribution.settings);
  if (levels) return undefined;
  const sorted = Float64Array.from(seen, Number).sort();
  const gaps = sorted.subarray(1).map((x, place) => x - (sorted[place] ?? x));
  const step = gaps.reduce((least, gap) => Math.min(least, gap), Infinity);
  // Rows that are repeated have fewer values too, but not on a grid.
  if (gaps.some((gap) => Math.abs(gap / step - Math.round(gap / step)) > 0.01)) return undefined;
  if (!((step / Math.sqrt(variance)) ** 2 / 12 > smallestShare)) return undefined;
  return `takes ${seen.length} values in ${draws} draws, as if rounded to steps of ${step.toPrecision(2)}, and the study has no \`format\` of it: the results are of values that aren’t rounded`;
}

/** What of the inputs' rounding isn't in an expansion. @param draws values of each input that were drawn; absent where the design chooses them */
export function roundingDoubts(
  { sample }: Pick<PolynomialChaos, 'sample'>,
  inputs: readonly ({ readonly name: string } & RoundedDistribution)[],
  draws: number | undefined,
): readonly string[] {
  return inputs.flatMap(({ name, distribution, doubt }, place) => {
    const coarse = draws && coarseDoubt([...new Set(sample[place])], distribution, draws);
    const own = doubt ?? coarse;
    return own ? [`${name} ${own}`] : [];
  });
}
