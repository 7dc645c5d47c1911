import type { Cell } from '../../design/cell.ts';
import { drawsOf } from '../draws.ts';
import { pickFreezeSize } from '../sobol/pick-freeze.ts';
import { groupRows } from '../row-groups.ts';
import { rowStructureOf, type StudyColumn, type StudyStructure } from '../study-table.ts';

/** Values of an input, and how many of the runs that took each failed. */
export interface FailureShares {
  /** Runs that share a draw are there once. */
  readonly columns: readonly Float64Array[];
  /** Share of the runs of each that failed, 0 .. 1. */
  readonly failed: Float64Array;
}

/**
 * What runs may share of their inputs: the number of each run's draw, block or trajectory. Runs of one that have the same value of an input say the
 * same of it: a mesh that fails for a row fails in all of its cases. Undefined where each run has its own.
 */
export function sharedInputs(
  given: readonly StudyColumn[],
  structure: StudyStructure | undefined,
): Uint32Array | undefined {
  const rows = given[0]?.values.length ?? 0;
  const { variables = [], options = {}, cases = 1 } = structure ?? {};
  const kind = rowStructureOf(structure);
  const size =
    kind === 'pick-freeze'
      ? pickFreezeSize(variables.length, options['secondOrder'] === true)
      : kind === 'trajectories'
        ? variables.length + 1
        : undefined;
  if (size === undefined) return drawsOf(given, structure);
  return Uint32Array.from({ length: rows }, (_, run) => Math.floor(run / (size * cases)));
}

/** The shares over the runs that have all these values. @param shared number of what each run shares; absent: none share anything */
export function failureShares(
  values: readonly Float64Array[],
  accepted: readonly boolean[],
  shared?: Uint32Array,
): FailureShares {
  const runs = accepted.map((_, run) => run);
  const whole = runs.filter((run) => values.every((column) => Number.isFinite(column[run])));
  const columns = values.map((column) => Float64Array.from(whole, (run) => column[run] ?? NaN));
  const hasFailed = Float64Array.from(whole, (run) => Number(accepted[run] !== true));
  if (!shared) return { columns, failed: hasFailed };
  const units = whole.map((run): Cell => shared[run] ?? run);
  const { of, sizes, count } = groupRows([units, ...columns], whole.length);
  const places = new Uint32Array(count);
  const failed = new Float64Array(count);
  of.forEach((unit, place) => {
    places[unit] = place;
    failed[unit] = (failed[unit] ?? 0) + (hasFailed[place] ?? 0) / (sizes[unit] ?? 1);
  });
  return {
    columns: columns.map((column) => Float64Array.from(places, (place) => column[place] ?? NaN)),
    failed,
  };
}
