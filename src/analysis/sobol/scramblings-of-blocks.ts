import { ranks } from '../../numbers/ranks.ts';
import { cellsOfCase } from '../each-case.ts';
import { atPlace, type PickFreezeBlocks } from './pick-freeze.ts';
import { numbersOf, type StudyColumn, type StudyStructure } from '../study-table.ts';

/** A share of an input's ranks that scramblings of their own never have between them, and one sequence taken in turns has in its first columns. */
const shareOfOneSequence = 0.9;

/**
 * How many independent scramblings the blocks are of, each block of the next one in turn; 1 where the design doesn't say so, where they have fewer
 * than two base samples each, or where the rows are of one sequence all the same, as those of an earlier version or of another program are, or
 * in another order.
 * @param inputs columns over all runs
 */
export function scramblingsOfBlocks(
  inputs: readonly StudyColumn[],
  blocks: PickFreezeBlocks,
  { options, variables, cases = 1 }: StudyStructure,
): number {
  const { scramblings = 1, baseSamples } = options;
  if (typeof scramblings !== 'number' || scramblings < leastScramblings) return 1;
  if (typeof baseSamples !== 'number' || baseSamples % scramblings > 0) return 1;
  if (baseSamples < 2 * scramblings) return 1;
  const isOneSequence = inputs.some(({ name, values }) => {
    if (!variables.includes(name)) return false;
    const cells = numbersOf(cellsOfCase(values, cases));
    if (!cells) return false;
    const own = atPlace(cells, blocks, 0);
    return shareBetween(own, scramblings) > shareOfOneSequence || isUneven(own, scramblings);
  });
  return isOneSequence ? 1 : scramblings;
}

/** Fewer leave their scatter too uncertain. */
const leastScramblings = 8;

/** Share of the variance of ranks that lies between the groups of every `groups`th value; values that aren't known are left out. */
function shareBetween(values: Float64Array, groups: number): number {
  const known = [...values.keys()].filter((row) => Number.isFinite(values[row]));
  const ranked = ranks(Float64Array.from(known, (row) => values[row] ?? NaN));
  const mean = (known.length + 1) / 2;
  const sums = new Float64Array(groups);
  const counts = new Float64Array(groups);
  let squares = 0;
  for (const [place, row] of known.entries()) {
    const deviation = (ranked[place] ?? mean) - mean;
    sums[row % groups] = (sums[row % groups] ?? 0) + deviation;
    counts[row % groups] = (counts[row % groups] ?? 0) + 1;
    squares += deviation ** 2;
  }
  if (squares === 0) return 0;
  return (
    sums.reduce((sum, own, group) => sum + own ** 2 / Math.max(1, counts[group] ?? 0), 0) / squares
  );
}

/** Fewer points of a scrambling don't tell whether they are even. */
const leastPoints = 16;

/**
 * Whether the groups of every `groups`th value are as uneven as values drawn at random, which no scrambling of a sequence is: by the largest
 * distance of their shares from those of all values, against half of what Kolmogorov's distribution expects.
 */
function isUneven(values: Float64Array, groups: number): boolean {
  const points = values.length / groups;
  const isKnown = values.every(Number.isFinite) && new Set(values).size > values.length / 2;
  if (points < leastPoints || !isKnown) return false;
  const shares = ranks(values).map((rank) => (rank - 0.5) / values.length);
  let sum = 0;
  for (let group = 0; group < groups; group += 1) {
    const own = shares.filter((_, row) => row % groups === group).sort();
    sum += own.reduce(
      (most, share, place) => Math.max(most, Math.abs(share - (place + 0.5) / own.length)),
      0,
    );
  }
  const expected = 0.8687 / Math.sqrt(points);
  return sum / groups > expected / 2;
}
