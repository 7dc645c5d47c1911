/**
 * Texts in tables that people open: what a spreadsheet would take for a formula gets an apostrophe, unless it is a number. A text that begins with
 * apostrophes before such a sign gets one more, so that it reads back exactly.
 */
import { parseNumber } from '../numbers/index.ts';

const formula = /^'*[=+\-@\t\r\n]/u;

/** The text as a cell. */
export function guardText(text: string): string {
  return formula.test(text) && parseNumber(text) === undefined ? `'${text}` : text;
}

/** The text that {@link guardText} made the cell of. */
export function unguardText(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
