import type { AnalysedStudy, StudyTable } from '../analysis/index.ts';
import {
  compileRunExpression,
  compileStudyExpression,
  type ExpressionColumn,
  type ValueKind,
} from '../expressions/index.ts';
import type { Cell } from '../design/cell.ts';
import type { ComputedFindings } from '../store/index.ts';

/** Evaluates the study's findings over its accepted runs. A finding without a finite value says why. */
export function computeFindings(study: AnalysedStudy, table: StudyTable): ComputedFindings {
  const names = new Map(
    table.columns.map(
      ({ name, role }) => [name, role === 'constraint' ? 'boolean' : 'any'] as const,
    ),
  );
  return study.findings.map(({ name, valueType, value, where }) => {
    const chosen = chooseRows(table, where, names);
    const columns: Record<string, ExpressionColumn> = Object.fromEntries(
      table.columns.map((column) => [column.name, pick(column.values, chosen)]),
    );
    const expression = compileStudyExpression(value, names);
    const result =
      valueType === 'text' ? expression.evaluateText(columns) : expression.evaluate(columns);
    if (result === undefined || Number.isNaN(result)) {
      return { name, valueType, reason: `no finite value over ${chosen.length} accepted runs` };
    }
    return { name, valueType, value: result };
  });
}

/** Indices of the accepted rows for which `where` is true. */
function chooseRows(
  table: StudyTable,
  where: string | undefined,
  names: ReadonlyMap<string, ValueKind>,
): number[] {
  const accepted = Array.from(table.accepted.keys()).filter((row) => Boolean(table.accepted[row]));
  if (where === undefined) return accepted;
  const expression = compileRunExpression(where, names);
  return accepted.filter((row) => expression.evaluate(scopeOf(table, row)) === true);
}

/** One row's values by name; conditions, kept as 0 and 1, are true and false again. */
function scopeOf(table: StudyTable, row: number): Record<string, number | string | boolean> {
  return Object.fromEntries(
    table.columns.map(({ name, role, values }) => {
      const value = values[row] ?? NaN;
      const isCondition =
        role === 'constraint' && typeof value === 'number' && !Number.isNaN(value);
      return [name, isCondition ? value !== 0 : value];
    }),
  );
}

function pick(values: Float64Array | readonly Cell[], rows: readonly number[]): ExpressionColumn {
  if (values instanceof Float64Array) return Float64Array.from(rows, (row) => values[row] ?? NaN);
  return rows.map((row) => values[row] ?? NaN);
}
