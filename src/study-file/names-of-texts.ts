import type { Cell } from '../design/cell.ts';
import type { StringTable } from '../study/string-table.ts';
import type { Variable } from '../study/study.ts';
import { readTableColumn } from '../study/table-column.ts';

/**
 * Inputs with a value that isn't a number.
 * @param table of a `table` design
 */
export function namesOfTexts(
  variables: readonly Variable[],
  table: StringTable | undefined,
): ReadonlySet<string> {
  const holdsText = (variable: Variable): boolean =>
    valuesOf(variable, table).some((value) => typeof value === 'string');
  return new Set(variables.filter(holdsText).map(({ name }) => name));
}

function valuesOf(variable: Variable, table: StringTable | undefined): readonly Cell[] {
  if (variable.type === 'Case') return variable.values;
  if (variable.type !== 'Param' && variable.type !== 'Design') return [];
  if (variable.source.kind === 'levels') return variable.source.values;
  if (variable.source.kind !== 'table' || table === undefined) return [];
  const column = readTableColumn(table, variable.name);
  return column !== undefined && 'values' in column ? column.values : [];
}
