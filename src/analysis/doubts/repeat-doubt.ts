import { groupRows } from '../row-groups.ts';
import { numbersOf, type StudyColumn } from '../study-table.ts';

/** With a larger share of runs that repeat others, intervals and errors aren't those of so many runs. */
const mostRepeats = 0.2;

/** Larger tables aren't compared row by row. */
const mostRows = 200_000;

/** Values are near each other where they differ by less than this share both of themselves and of the range of their column. */
const digits = 6;
const nearness = 10 ** -digits;

/** Says how many runs nearly have the inputs and the response of another one; false where few do. @param response NaN where a run doesn't count */
export function repeatDoubt(
  inputs: readonly StudyColumn[],
  response: Float64Array,
): string | false {
  const known = response.reduce((sum, value) => (Number.isFinite(value) ? sum + 1 : sum), 0);
  if (inputs.length === 0 || known > mostRows) return false;
  const rows = Array.from(response.keys()).filter((row) => Number.isFinite(response[row]));
  const isClear = (distinct: number): boolean =>
    rows.length - distinct <= mostRepeats * rows.length;
  const own = nearValues(Float64Array.from(rows, (row) => response[row] ?? NaN));
  if (isClear(new Set(own).size)) return false;
  const { count } = groupRows(
    [
      ...inputs.map(({ values }) => {
        const cells = rows.map((row) => values[row] ?? NaN);
        const numbers = numbersOf(cells);
        return numbers ? nearValues(numbers) : cells;
      }),
      own,
    ],
    rows.length,
  );
  return (
    !isClear(count) &&
    `${rows.length - count} of ${rows.length} runs repeat others, or nearly, in every input and the response: they add nothing, and results that count each run seem surer than they are`
  );
}

/** The same text for values that are near each other. */
function nearValues(values: Float64Array): readonly string[] {
  const finite = values.filter(Number.isFinite);
  const low = finite.reduce((least, value) => Math.min(least, value), Infinity);
  const high = finite.reduce((most, value) => Math.max(most, value), -Infinity);
  // Halves, as a range may be beyond the largest double.
  const cell = nearness * (high / 2 - low / 2);
  return Array.from(values, (value) => {
    if (!(cell > 0) || !Number.isFinite(value)) return String(value);
    const inRange = Math.round((value / 2 - low / 2) / cell);
    return `${inRange} ${value.toPrecision(digits)}`;
  });
}
