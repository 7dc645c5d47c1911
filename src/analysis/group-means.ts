import type { Cell } from '../design/cell.ts';
import { confidenceIntervals, type Interval } from './confidence-intervals.ts';
import { levelMeans } from './main-effects.ts';
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
  /** 95 % interval of the mean, for independent normal values; absent below 2 of them. */
  readonly interval?: Interval;
}

/** Runs of a part, at least. */
const fewestInPart = 3;

/**
 * Main effect of an input: the mean response at each of its values, ascending, or, of a number with more than twelve, in tenths of the runs in
 * the order of the input, in fewer parts where these would have fewer than three runs.
 * @param options `parts`: in how many such runs are cut at most; `fewest`: numbers of which a value has fewer runs are cut, too
 * @returns `byTenths` says which; no groups below two
 */
export function groupMeans(
  input: Float64Array | readonly Cell[],
  response: Float64Array,
  { parts = 10, fewest = 1 }: { readonly parts?: number; readonly fewest?: number } = {},
): { readonly byTenths: boolean; readonly groups: readonly GroupMean[] } {
  const isUsed = (_: unknown, row: number): boolean => Number.isFinite(response[row] ?? NaN);
  const numbers = numbersOf(input);
  const counts = new Map<Cell, number>();
  for (const level of Array.from(input as ArrayLike<Cell>).filter(isUsed)) {
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  if (counts.size < 2 || (counts.size > mostLevels && numbers === undefined)) {
    return { byTenths: false, groups: [] };
  }
  const isCut = counts.size > mostLevels || [...counts.values()].some((count) => count < fewest);
  if (numbers !== undefined && isCut) {
    const groups = partsOf(numbers, response, parts);
    return { byTenths: true, groups: groups.length < 2 ? [] : groups };
  }
  const found = levelMeans(input, response).map(({ level, ...own }) => ({
    at: level,
    count: own.count,
    mean: own.mean,
    ...intervalOf(own),
  }));
  return { byTenths: false, groups: found.sort((a, b) => ascending(a.at, b.at)) };
}

function partsOf(input: Float64Array, response: Float64Array, most: number): readonly GroupMean[] {
  const rows = Array.from(input.keys())
    .filter((row) => Number.isFinite(input[row]) && Number.isFinite(response[row]))
    .sort((a, b) => (input[a] ?? 0) - (input[b] ?? 0));
  const parts = Math.min(most, Math.floor(rows.length / fewestInPart));
  return Array.from({ length: parts }, (_, part) => {
    const inside = rows.slice(
      Math.round((part * rows.length) / parts),
      Math.round(((part + 1) * rows.length) / parts),
    );
    const [x, y] = [input, response].map((column) =>
      moments(Float64Array.from(inside, (row) => column[row] ?? NaN)),
    );
    if (x === undefined || y === undefined) return [];
    return [{ at: x.mean, count: inside.length, mean: y.mean, ...intervalOf(y) }];
  }).flat();
}

function intervalOf(found: Pick<Moments, 'count' | 'mean' | 'standardDeviation'>): {
  readonly interval?: Interval;
} {
  const interval = confidenceIntervals(found)?.mean;
  return interval === undefined ? {} : { interval };
}

/** Numbers by size, then texts by their signs. */
function ascending(a: Cell, b: Cell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number' || typeof b === 'number') return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
