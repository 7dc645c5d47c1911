import type { AnalysedStudy, StudyColumn } from '../analysis/index.ts';
import { compileRunExpression, type RunExpression } from '../expressions/index.ts';
import type { Cell } from '../design/cell.ts';
import { roleOf } from './study-table.ts';

/** A column as read: one entry per run, null where it has none; of numbers alone NaN there. */
export type ReadColumn = Float64Array | readonly (Cell | boolean | null)[];

/**
 * Every variable's column, those that are absent by their expression, and which runs count: those that are done and have all that is
 * required, and a value for each expression whose own values are there.
 * @param done 1 for a run that its table calls done
 */
export function completeColumns(
  study: AnalysedStudy,
  read: ReadonlyMap<string, ReadColumn>,
  done: Uint8Array,
): { readonly columns: readonly StudyColumn[]; readonly accepted: Uint8Array } {
  const known = new Map(read);
  for (const variable of study.variables) {
    if (known.has(variable.name)) continue;
    const expression = expressionOf(variable);
    known.set(
      variable.name,
      expression === undefined
        ? new Array<null>(done.length).fill(null)
        : evaluateColumn(expression, variable.type === 'Constraint', study, known, done.length),
    );
  }
  const accepted = done.slice();
  for (const variable of study.variables) {
    if (variable.type === 'Output' && !variable.required) continue;
    const column = known.get(variable.name) ?? [];
    const used = namesIn(study, expressionOf(variable)).map((name) => known.get(name) ?? []);
    for (let row = 0; row < column.length; row += 1) {
      if (entryAt(column, row) !== null) continue;
      // As in the study itself: what a missing optional output leaves without a value fails no run.
      if (used.every((one) => entryAt(one, row) !== null)) accepted[row] = 0;
    }
  }
  return {
    columns: study.variables.map(({ name, type }) => ({
      name,
      role: roleOf(type),
      values: columnOf(known.get(name) ?? []),
    })),
    accepted,
  };
}

function expressionOf(variable: AnalysedStudy['variables'][number]): string | undefined {
  if (variable.type === 'Constraint' || variable.type === 'Objective') return variable.expression;
  if (variable.type === 'Param' || variable.type === 'Design') {
    return variable.source.kind === 'expression' ? variable.source.expression : undefined;
  }
  return undefined;
}

function evaluateColumn(
  text: string,
  isCondition: boolean,
  study: AnalysedStudy,
  known: ReadonlyMap<string, ReadColumn>,
  rows: number,
): ReadColumn {
  const expression = compiled(study, text);
  return Array.from({ length: rows }, (_, row) => {
    const scope = Object.fromEntries(
      expression.names.map((name) => [name, entryAt(known.get(name) ?? [], row)]),
    );
    const value = expression.evaluate(scope);
    if (typeof value === 'boolean') return isCondition ? value : null;
    return Number.isNaN(value) ? null : value;
  });
}

function compiled(study: AnalysedStudy, text: string): RunExpression {
  const kinds = new Map(study.variables.map(({ name }) => [name, 'any'] as const));
  return compileRunExpression(text, kinds);
}

function namesIn(study: AnalysedStudy, text: string | undefined): readonly string[] {
  return text === undefined ? [] : compiled(study, text).names;
}

/** Null for a missing entry. */
function entryAt(column: ReadColumn, row: number): Cell | boolean | null {
  const entry = column[row] ?? null;
  return column instanceof Float64Array && Number.isNaN(entry) ? null : entry;
}

/** Numbers with NaN for missing values, conditions as 1 and 0; texts as they are. */
function columnOf(values: ReadColumn): StudyColumn['values'] {
  if (values instanceof Float64Array) return values;
  const cells = values.map((value) =>
    value === null ? NaN : typeof value === 'boolean' ? Number(value) : value,
  );
  return cells.every((cell) => typeof cell === 'number') ? Float64Array.from(cells) : cells;
}
