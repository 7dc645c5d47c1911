import type { AnalysedStudy, StudyTable } from '../analysis/index.ts';
import {
  compileRunExpression,
  compileStudyExpression,
  type ExpressionColumn,
  type StudyExpression,
  type ValueKind,
} from '../expressions/index.ts';
import {
  factOfValue,
  isComputedValue,
  wrongValue,
  writtenValues,
  type FindingFact,
  type FindingFacts,
} from '../study/finding-values.ts';
import type { FindingType } from '../study/study.ts';
import type { Cell } from '../design/cell.ts';
import type { ComputedFindings } from '../store/index.ts';

/**
 * Evaluates the study's findings over its accepted runs. A finding without a value that fits its type says why.
 * @param facts empty where a table is analysed without its study
 */
export function computeFindings(
  study: AnalysedStudy,
  table: StudyTable,
  facts: FindingFacts = {},
): ComputedFindings {
  const names = new Map(
    table.columns.map(
      ({ name, role }) => [name, role === 'constraint' ? 'boolean' : 'any'] as const,
    ),
  );
  return study.findings.map((finding) => {
    const { name, valueType, where } = finding;
    const chosen = chooseRows(table, where, names);
    const columns: Record<string, ExpressionColumn> = Object.fromEntries(
      table.columns.map((column) => [column.name, pick(column.values, chosen)]),
    );
    const values: (number | string)[] = [];
    for (const written of writtenValues(finding)) {
      const fact = factOfValue(valueType, written);
      const value = isComputedValue(valueType, written)
        ? evaluate(compileStudyExpression(written, names), valueType, columns)
        : fact === undefined
          ? written
          : facts[fact];
      const absent = (): string =>
        fact === undefined
          ? describeNoValue(written, names, chosen.length)
          : `nothing tells ${meaningOf[fact]}`;
      const wrong = value === undefined ? absent() : wrongValue(finding, value);
      if (wrong !== undefined) return { name, valueType, reason: wrong };
      if (value !== undefined) values.push(value);
    }
    const [first = ''] = values;
    return { name, valueType, value: Array.isArray(finding.value) ? values : first };
  });
}

const meaningOf: Readonly<Record<FindingFact, string>> = {
  started: 'when the study was started',
  ended: 'when the study ended',
  owner: 'whose token the study ran with',
};

/** Why an expression has no value: not for want of runs, where it takes nothing from them. */
function describeNoValue(
  written: string,
  names: ReadonlyMap<string, ValueKind>,
  runs: number,
): string {
  return compileStudyExpression(written, names).names.length === 0
    ? `\`${written}\` takes no value from the runs, and is no finite number by itself`
    : `no finite value over ${runs} accepted runs`;
}

function evaluate(
  expression: StudyExpression,
  valueType: FindingType,
  columns: Record<string, ExpressionColumn>,
): number | string | undefined {
  if (valueType !== 'number') return expression.evaluateText(columns);
  const value = expression.evaluate(columns);
  return Number.isNaN(value) ? undefined : value;
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
