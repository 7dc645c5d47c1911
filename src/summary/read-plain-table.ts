import { structureOfStudy, type AnalysedStudy } from '../analysis/index.ts';
import type { Variable } from '../study/study.ts';
import type { PlainColumns } from '../tables/index.ts';
import { outsideRegion } from './outside-region.ts';
import { completeColumns } from './complete-columns.ts';
import { ownColumns, type AnalysedTable } from './read-analysed-table.ts';

/**
 * The same as {@link readAnalysedTable} gives of a table that holds numbers only; undefined where a column needs its texts, or something may be wrong:
 * then that tells.
 */
export function readPlainTable(
  study: AnalysedStudy,
  { names, columns }: PlainColumns,
): AnalysedTable | undefined {
  const total = columns[0]?.length ?? 0;
  const read = new Map<string, Float64Array>();
  for (const variable of study.variables) {
    const column = columns[names.indexOf(variable.name)];
    if (!column) {
      if (mustBeRead(variable)) return undefined;
      continue;
    }
    if (!holdsNumbers(variable)) return undefined;
    if (variable.type !== 'Output' && column.some(Number.isNaN)) return undefined;
    read.set(variable.name, column);
  }
  const run = columns[names.indexOf('run')];
  const isNumbered = run === undefined || run.every((number, row) => number === row + 1);
  if (names.includes('status') || !isNumbered) return undefined;
  const { columns: complete, accepted } = completeColumns(
    study,
    read,
    new Uint8Array(total).fill(1),
  );
  const count = accepted.reduce((sum, flag) => sum + flag, 0);
  return {
    table: { columns: complete, accepted },
    structure: { ...structureOfStudy(study), ...outsideRegion(study, complete), cases: 1 },
    runs: { total, done: count, failed: total - count },
    ignored: names.filter(
      (name) =>
        !ownColumns.includes(name) && !study.variables.some((variable) => variable.name === name),
    ),
  };
}

/** Whether a table without the column is wrong, or is read by more than its numbers. */
function mustBeRead(variable: Variable): boolean {
  if (variable.type === 'Output') return variable.required;
  if (variable.type === 'Constraint' || variable.type === 'Objective') {
    return variable.expression === undefined;
  }
  return variable.type === 'Case' || variable.source.kind !== 'expression';
}

/** Whether a number in a cell is that number, whatever its text. */
function holdsNumbers(variable: Variable): boolean {
  switch (variable.type) {
    case 'Output':
      return variable.valueType !== 'text' && variable.valueType !== 'boolean';
    case 'Objective':
      return true;
    case 'Param':
    case 'Design': {
      const { source } = variable;
      return source.kind !== 'levels' || source.values.every((value) => typeof value === 'number');
    }
    default:
      return false;
  }
}
