import { UsageError } from '../../errors.ts';
import { compileRunExpression, ExpressionError } from '../../expressions/index.ts';
import type { RowTable } from './row-table.ts';
import { columnNamed } from './select-rows.ts';

/**
 * True for the rows, by index, for which the expression is true; a missing value in a column it reads drops the row.
 * @throws UsageError with the place in the expression when it can't be used.
 */
export function compileRowFilter(table: RowTable, where: string): (index: number) => boolean {
  const kinds = new Map(table.columns.map(({ name }) => [name, 'any'] as const));
  try {
    const { names, evaluate } = compileRunExpression(where, kinds);
    const used = names.map((name) => columnNamed(table, name));
    return (index) =>
      evaluate(Object.fromEntries(used.map(({ name, cells }) => [name, cells[index] ?? null]))) ===
      true;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const at = ' '.repeat(error.offset);
    throw new UsageError('USAGE_WHERE', `${error.message}\n  ${where}\n  ${at}^`, {
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    });
  }
}
