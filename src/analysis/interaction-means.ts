import type { Cell } from '../design/cell.ts';
import { groupMeans, type GroupMean } from './group-means.ts';
import { numbersOf } from './study-table.ts';

/** The means of the response over one input, at one value or in one part of another. */
export interface InteractionLine {
  readonly of: string;
  readonly groups: readonly GroupMean[];
}

/** Lines for a plot of an interaction, or why there are none. */
export type InteractionLines =
  { readonly lines: readonly InteractionLine[] } | { readonly reason: string };

/** Most values of the second input that have a line each. */
const mostLines = 4;
/** Runs that a point has at least: at a value of its own, and where runs are put together. */
const fewestAtValue = 2;
const fewestInPart = 3;
/** Parts of the runs along a line, at most. */
const mostParts = 5;

/**
 * How the effect of `first` differs with `second`, over the runs with a response: a line of means for each value of `second`, or, where it has more than four, for its
 * lowest and its highest third, of fewer runs half; numbers of `first` with many values are cut into up to five parts. Each point is the mean of at least two runs at
 * a value, or three in a part. Lines that aren't parallel show an interaction.
 */
export function interactionMeans(
  first: Float64Array | readonly Cell[],
  second: Float64Array | readonly Cell[],
  response: Float64Array,
): InteractionLines {
  const rows = Array.from(response.keys()).filter((row) => Number.isFinite(response[row]));
  const values = rows.map((row) => second[row] ?? NaN);
  const levels = [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
  const isCut = levels.length > mostLines;
  const numbers = isCut ? numbersOf(values) : undefined;
  if (isCut && numbers === undefined) {
    return { reason: `it has ${levels.length} texts, more than ${mostLines} lines` };
  }
  const parts =
    numbers === undefined
      ? levels.map((level) => ({ of: String(level), isIn: (value: Cell) => value === level }))
      : endsOf(numbers);
  const lines = parts.map(({ of, isIn }) => {
    const inside = rows.filter((_, place) => isIn(values[place] ?? NaN));
    return { of, groups: pointsOf(first, response, inside) };
  });
  return lines.length < 2 || lines.some(({ groups }) => groups.length < 2)
    ? { reason: 'a point would be the mean of too few runs' }
    : { lines };
}

/** The means over some rows, each of enough runs; none where there would be fewer than two. */
function pointsOf(
  first: Float64Array | readonly Cell[],
  response: Float64Array,
  rows: readonly number[],
): readonly GroupMean[] {
  const cells = rows.map((row) => first[row] ?? NaN);
  const own = Float64Array.from(rows, (row) => response[row] ?? NaN);
  const { groups } = groupMeans(cells, own, { parts: mostParts, fewest: fewestAtValue });
  return groups.some(({ count }) => count < fewestAtValue) ? [] : groups;
}

/** The lowest and the highest third of the values, or half, where thirds are too small for two points; none where halves are. */
function endsOf(
  values: Float64Array,
): readonly { readonly of: string; readonly isIn: (value: Cell) => boolean }[] {
  const sorted = values.toSorted();
  const fewest = 2 * fewestInPart;
  const [size, word] =
    Math.floor(sorted.length / 3) >= fewest
      ? [Math.floor(sorted.length / 3), 'third']
      : [Math.floor(sorted.length / 2), 'half'];
  const low = sorted[size - 1] ?? NaN;
  const high = sorted[sorted.length - size] ?? NaN;
  // Of many equal values no ends can be told apart.
  if (size < fewest || !(low < high)) return [];
  return [
    { of: `lowest ${word}`, isIn: (value) => typeof value === 'number' && value <= low },
    { of: `highest ${word}`, isIn: (value) => typeof value === 'number' && value >= high },
  ];
}
