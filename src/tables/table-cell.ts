import { parseNumber, printNumber } from '../numbers/index.ts';
import type { Cell } from '../design/cell.ts';
import type { OutcomeValue } from '../run/run-outcome.ts';

/**
 * The text of a cell in a table for people. Numbers read back as the same double; what isn't there, or isn't finite, is empty. Text that
 * a spreadsheet would take for a formula gets an apostrophe, unless it is a number.
 */
export function tableCell(value: Cell | OutcomeValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? printNumber(value) : '';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  const isFormula = /^[=+\-@\t\r\n]/u.test(value) && parseNumber(value) === undefined;
  return isFormula ? `'${value}` : value;
}
