import { printNumber } from '../numbers/index.ts';
import type { Cell } from '../design/cell.ts';
import type { OutcomeValue } from '../run/run-outcome.ts';
import { guardText } from './formula-guard.ts';

/**
 * The text of a cell in a table for people. Numbers read back as the same double; what isn't there, or isn't finite, is empty; texts are
 * guarded against being taken for formulas.
 */
export function tableCell(value: Cell | OutcomeValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? printNumber(value) : '';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return guardText(value);
}
