import type { Cell } from '../../design/cell.ts';
import { groupRows } from '../row-groups.ts';

/** Repeats differ by less than this share of the response's range where there is no noise. */
const rounding = 1e-9;

/** A response without the runs that tell nothing new. */
export interface DistinctRuns {
  /** NaN also where a run repeats another one exactly. */
  readonly values: Float64Array;
  /** How many those are. */
  readonly repeats: number;
}

/**
 * Counts runs of equal inputs once where all of them gave equal responses: a solver without noise, whose repeats would measure an error of
 * nothing, or count again what the model lacks.
 * @param response NaN where a run gave none
 */
export function withoutExactRepeats(
  inputs: readonly (Float64Array | readonly Cell[])[],
  response: Float64Array,
): DistinctRuns {
  const rows = Array.from(response.keys()).filter((row) => Number.isFinite(response[row]));
  const at = (row: number): number => response[row] ?? NaN;
  const { of, count } = groupRows(
    inputs.map((column) => rows.map((row) => column[row] ?? '')),
    rows.length,
  );
  const firsts = new Map<number, number>();
  const others: number[] = [];
  rows.forEach((row, place) => {
    const group = of[place] ?? 0;
    if (firsts.has(group)) others.push(row);
    else firsts.set(group, row);
  });
  const low = rows.reduce((least, row) => Math.min(least, at(row)), Infinity);
  const high = rows.reduce((most, row) => Math.max(most, at(row)), -Infinity);
  const firstOf = new Map(rows.map((row, place) => [row, firsts.get(of[place] ?? 0) ?? row]));
  // Halves, as a range may be beyond the largest double.
  const isExact = others.every(
    (row) =>
      Math.abs(at(row) / 2 - at(firstOf.get(row) ?? row) / 2) <= rounding * (high / 2 - low / 2),
  );
  if (count === rows.length || !isExact) return { values: response, repeats: 0 };
  const repeated = new Set(others);
  return {
    values: response.map((value, row) => (repeated.has(row) ? NaN : value)),
    repeats: others.length,
  };
}
