import { describeTies, looksForTies } from '../../design/index.ts';
import type { Draws } from '../draws.ts';
import type { NumericColumn, StudyColumn, StudyStructure } from '../study-table.ts';

/**
 * Which inputs a sequence ties together in the rows that gave a value of any response, one row a draw; false where none are tied, where the design
 * is no sequence, and where inputs are meant to depend on each other.
 */
export function tieDoubt(
  given: readonly StudyColumn[],
  responses: readonly NumericColumn[],
  draws: Draws | undefined,
  structure: StudyStructure | undefined,
): string | false {
  if (!structure || structure.dependence !== undefined) return false;
  const { method, options, variables } = structure;
  const drawn = given.filter(({ name }) => variables.includes(name));
  const seen = new Set<number>();
  const rows = Array.from(drawn[0]?.values.keys() ?? []).filter((row) => {
    const draw = draws?.[row] ?? row;
    if (seen.has(draw) || !responses.some(({ values }) => Number.isFinite(values[row]))) {
      return false;
    }
    seen.add(draw);
    return true;
  });
  if (!looksForTies(method, rows.length)) return false;
  const inputs = drawn.map(({ name, values }) => ({ name, values: valuesAt(values, rows) }));
  return describeTies(method, options, inputs) ?? false;
}

function valuesAt(values: StudyColumn['values'], rows: readonly number[]): StudyColumn['values'] {
  if (values instanceof Float64Array) return Float64Array.from(rows, (row) => values[row] ?? NaN);
  return rows.map((row) => values[row] ?? '');
}
