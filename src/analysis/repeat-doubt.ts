import { groupRows } from './row-groups.ts';
import type { StudyColumn } from './study-table.ts';

/** With a larger share of runs that repeat others, intervals and errors aren't those of so many runs. */
const mostRepeats = 0.2;

/** Larger tables aren't compared row by row. */
const mostRows = 200_000;

/** Says how many runs have the inputs and the response of another one; false where few do. @param response NaN where a run doesn't count */
export function repeatDoubt(
  inputs: readonly StudyColumn[],
  response: Float64Array,
): string | false {
  const rows = Array.from(response.keys()).filter((row) => Number.isFinite(response[row]));
  const isClear = (distinct: number): boolean =>
    rows.length - distinct <= mostRepeats * rows.length;
  if (inputs.length === 0 || rows.length > mostRows) return false;
  if (isClear(new Set(rows.map((row) => response[row])).size)) return false;
  const { count } = groupRows(
    [
      ...inputs.map(({ values }) => rows.map((row) => values[row] ?? NaN)),
      rows.map((row) => response[row] ?? NaN),
    ],
    rows.length,
  );
  return (
    !isClear(count) &&
    `${rows.length - count} of ${rows.length} runs repeat others in every input and the response: they add nothing, but intervals and errors count them`
  );
}
