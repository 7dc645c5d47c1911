import type { Cell } from '../design/cell.ts';
import { groupMeans, type GroupMean } from './group-means.ts';

/** The means of the response over one input, at one value or in one third of another. */
export interface InteractionLine {
  readonly of: string;
  readonly groups: readonly GroupMean[];
}

/**
 * How the effect of `first` differs with `second`: a line of means for each value of `second`, or, where it has more than `most`, for its
 * lowest and its highest third; numbers of `first` are cut into fifths. Lines that aren't parallel show an interaction.
 * @returns none where a line would have fewer than two points
 */
export function interactionMeans(
  first: Float64Array | readonly Cell[],
  second: Float64Array | readonly Cell[],
  response: Float64Array,
  most = 4,
): readonly InteractionLine[] {
  const values = Array.from(second as ArrayLike<Cell>);
  const levels = [...new Set(values)];
  const lineOf = (of: string, isIn: (value: Cell) => boolean): InteractionLine => ({
    of,
    groups: groupMeans(
      first,
      response.map((value, row) => (isIn(values[row] ?? NaN) ? value : NaN)),
      5,
    ).groups,
  });
  const lines =
    levels.length <= most
      ? levels
          .sort((a, b) => (a < b ? -1 : 1))
          .map((level) => lineOf(String(level), (value) => value === level))
      : thirds(values).map(({ of, low, high }) =>
          lineOf(of, (value) => typeof value === 'number' && value >= low && value <= high),
        );
  return lines.length < 2 || lines.some(({ groups }) => groups.length < 2) ? [] : lines;
}

function thirds(
  values: readonly Cell[],
): readonly { readonly of: string; readonly low: number; readonly high: number }[] {
  const sorted = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  if (sorted.length < 6) return [];
  return [
    { of: 'lowest third', low: -Infinity, high: at(1 / 3) },
    { of: 'highest third', low: at(2 / 3), high: Infinity },
  ];
}
