import type { Cell } from '../design/cell.ts';
import { confidenceIntervals, type Interval } from './confidence-intervals.ts';
import { countDraws, drawsAt, scatterOfDraws, type Draws } from './draws.ts';
import { moments, type Moments } from './moments.ts';
import { numbersOf } from './study-table.ts';

/** Most values of an input that are levels of their own. */
const mostLevels = 12;

/** The response where an input has one value, or lies in one tenth of its values. */
export interface GroupMean {
  /** The value, or the mean of the input in the group. */
  readonly at: Cell;
  readonly count: number;
  readonly mean: number;
  /** 95 % interval of the mean, for independent normal values; absent below 2 of them, or of runs of one draw. */
  readonly interval?: Interval;
}

/** Runs of a part, at least. */
const fewestInPart = 3;

/**
 * Main effect of an input: the mean response at each of its values, ascending, or, of a number with more than twelve, in tenths of the runs in
 * the order of the input, in fewer parts where these would have fewer than three runs.
 * @param options `parts`: in how many such runs are cut at most; `fewest`: numbers of which a value has fewer runs are cut, too; `draws`: runs that share
 *   one are no independent values
 * @returns `byTenths` says which; no groups below two
 */
export function groupMeans(
  input: Float64Array | readonly Cell[],
  response: Float64Array,
  {
    parts = 10,
    fewest = 1,
    draws,
  }: { readonly parts?: number; readonly fewest?: number; readonly draws?: Draws } = {},
): { readonly byTenths: boolean; readonly groups: readonly GroupMean[] } {
  const numbers = numbersOf(input);
  const rows = Array.from(response.keys()).filter((row) => Number.isFinite(response[row]));
  const byValue = new Map<Cell, number[]>();
  for (const row of rows) {
    const value = input[row] ?? NaN;
    const own = byValue.get(value) ?? [];
    own.push(row);
    byValue.set(value, own);
  }
  if (byValue.size < 2 || (byValue.size > mostLevels && numbers === undefined)) {
    return { byTenths: false, groups: [] };
  }
  const isCut =
    byValue.size > mostLevels || [...byValue.values()].some(({ length }) => length < fewest);
  if (numbers !== undefined && isCut) {
    const groups = partsOf(numbers, rows, parts).flatMap((part) => {
      const at = moments(Float64Array.from(part, (row) => numbers[row] ?? NaN));
      return at ? [meanOf(at.mean, part)] : [];
    });
    return { byTenths: true, groups: groups.length < 2 ? [] : groups };
  }
  const groups = Array.from(byValue, ([level, own]) => meanOf(level, own));
  return { byTenths: false, groups: groups.sort((a, b) => ascending(a.at, b.at)) };

  function meanOf(at: Cell, own: readonly number[]): GroupMean {
    const values = Float64Array.from(own, (row) => response[row] ?? NaN);
    const found = moments(values);
    const interval = found && intervalOf(values, found, drawsAt(draws, own));
    return { at, count: own.length, mean: found?.mean ?? NaN, ...(interval ? { interval } : {}) };
  }
}

/** The rows in the order of the input, in parts of about the same size. */
function partsOf(
  input: Float64Array,
  used: readonly number[],
  most: number,
): readonly (readonly number[])[] {
  const rows = used
    .filter((row) => Number.isFinite(input[row]))
    .sort((a, b) => (input[a] ?? 0) - (input[b] ?? 0));
  const parts = Math.min(most, Math.floor(rows.length / fewestInPart));
  return Array.from({ length: parts }, (_, part) =>
    rows.slice(
      Math.round((part * rows.length) / parts),
      Math.round(((part + 1) * rows.length) / parts),
    ),
  );
}

function intervalOf(
  values: Float64Array,
  found: Moments,
  draws: Draws | undefined,
): Interval | undefined {
  if (draws && countDraws(values, draws) < 2) return undefined;
  const scatter = draws && scatterOfDraws(values, draws);
  return confidenceIntervals(found, 0.95, scatter)?.mean;
}

/** Numbers by size, then texts by their signs. */
function ascending(a: Cell, b: Cell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number' || typeof b === 'number') return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
