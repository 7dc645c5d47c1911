import {
  hasKnownUnit,
  hasLeadingZeros,
  hasOtherMinus,
  isRoundedWhole,
  numberSlip,
  parseNumber,
  withoutLeadingZeros,
} from '../numbers/index.ts';
import type { StringTable } from './string-table.ts';
import type { Cell } from '../design/cell.ts';

/** A column as cells: all numbers, or all texts; or the first cell that spoils it. */
export type TableColumn =
  | { readonly values: readonly Cell[] }
  | {
      readonly line: number;
      readonly column: number;
      readonly message: string;
      readonly hint?: string;
    };

/**
 * A column is of numbers when each cell reads as one by the strict decimal rule, of texts when none does; a mixture is
 * refused, as it would hide a slip of the pen. In a column of texts, a cell in quotes is a text whatever it holds. `007` would lose its zeros as a
 * number: in quotes it is a text, and begins a column of texts; without them it is refused. Empty cells are refused.
 * @returns undefined where the table has no column of that name
 */
export function readTableColumn(table: StringTable, name: string): TableColumn | undefined {
  const index = table.names.indexOf(name);
  if (index < 0) return undefined;
  const cells = table.rows.map((row) => row[index] ?? '');
  const numbers = cells.map((cell) => parseNumber(cell));
  const broken = cells.findIndex((cell, row) => isSpoiled(cell, numbers[row]));
  if (broken >= 0) {
    const text = cells[broken] ?? '';
    return {
      line: table.lines[broken] ?? 1,
      column: index + 1,
      message: `Expected ${expectedOfText(text) ?? ''} in column \`${name}\`, got ${JSON.stringify(text.slice(0, 40))}`,
    };
  }
  const titled = rowOfUnits(table, index, numbers);
  if (titled !== undefined) return titled;
  // The first cell says what the column is, so that the cell which is blamed is the one that differs.
  const isQuoted = (row: number): boolean => table.quoted?.get(row)?.has(index) === true;
  const [first = ''] = cells;
  const hasNumbers = numbers.some((number) => number !== undefined);
  const isText =
    numbers[0] === undefined
      ? looksLikeText(first) && !(hasKnownUnit(first) && hasNumbers)
      : isQuoted(0) && hasLeadingZeros(first);
  const wrong = cells.findIndex((cell, row) =>
    isText
      ? cell.trim() === '' ||
        (!isQuoted(row) && (numbers[row] !== undefined || !looksLikeText(cell)))
      : numbers[row] === undefined,
  );
  if (wrong < 0) {
    return isText
      ? { values: cells }
      : (cellOfOtherDigits(table, index) ?? { values: numbers.map((number) => number ?? NaN) });
  }
  const text = cells[wrong] ?? '';
  const slip = isText ? undefined : numberSlip(text);
  const kind = isText
    ? `a text in column \`${name}\`, as before,`
    : `a number in column \`${name}\`,`;
  return {
    line: table.lines[wrong] ?? 1,
    column: index + 1,
    message:
      text.trim() === ''
        ? `Expected a value in column \`${name}\`, got an empty cell`
        : `Expected ${kind} got ${JSON.stringify(text.slice(0, 40))}`,
    ...(slip === undefined ? {} : { hint: slip.advice }),
    ...(isText && text.trim() !== '' ? { hint: `put it into quotes for a text: "${text}"` } : {}),
  };
}

/** @returns the first text of a column where each is a number with a unit: runs get `10 mm` as it is written, and nothing can count with it */
export function findUnits(values: readonly Cell[]): string | undefined {
  const [first] = values;
  const isMeant = (value: string): boolean => hasKnownUnit(value) || hasOtherMinus(value);
  return values.every((value) => typeof value === 'string' && isMeant(value))
    ? String(first)
    : undefined;
}

/** A first row that isn't as all the others are: mostly the units of the columns. */
function rowOfUnits(
  table: StringTable,
  index: number,
  [first, ...others]: readonly (number | undefined)[],
): TableColumn | undefined {
  const text = (table.rows[0]?.[index] ?? '').trim();
  const isTitle = first === undefined && text !== '' && looksLikeText(text) && !hasKnownUnit(text);
  if (!isTitle || others.length < 2 || others.includes(undefined)) return undefined;
  if ([...(table.quoted?.values() ?? [])].some((columns) => columns.has(index))) return undefined;
  const name = table.names[index] ?? '';
  const unit = /^[[(]?([^[\]()]*)[\])]?$/u.exec(text)?.[1] ?? text;
  return {
    line: table.lines[0] ?? 1,
    column: index + 1,
    message: `Expected a number in column \`${name}\`, as in all rows below, got ${JSON.stringify(text.slice(0, 40))}`,
    hint: `where this row holds units, remove it: a unit is written at its variable, such as \`unit: ${/^[\p{L}\d./^ ]+$/u.test(unit) ? unit : 'mm'}\`; where the column holds texts, put its numbers into quotes`,
  };
}

/** The first cell of a column of numbers that would come back with other digits. */
function cellOfOtherDigits(table: StringTable, index: number): TableColumn | undefined {
  const cells = table.rows.map((row) => (row[index] ?? '').trim());
  const row = cells.findIndex((cell) => hasLeadingZeros(cell) || isRoundedWhole(cell));
  if (row < 0) return undefined;
  const text = cells[row] ?? '';
  const name = table.names[index] ?? '';
  return {
    line: table.lines[row] ?? 1,
    column: index + 1,
    ...(hasLeadingZeros(text)
      ? {
          message: `Expected a number without leading zeros in column \`${name}\`, got ${JSON.stringify(text.slice(0, 40))}`,
          hint: `write ${withoutLeadingZeros(text)}; where it is a name, put each cell of the column into quotes: "${text}"`,
        }
      : {
          message: `Expected a whole number of which each digit is kept, as all below 2^53 are, in column \`${name}\`, got ${text.slice(0, 40)}`,
          hint: `write ${Number(text).toExponential()} where it may be rounded, or a text such as n${text.replace(/^[+-]/u, '')} in each row where it is a name`,
        }),
  };
}

/** A run gets its texts as environment variables, of which Linux takes 128 KiB each, and a plan shows them. */
const longestText = 10_000;

/**
 * What a text must be to reach its run unchanged through a param file, where the cell isn't: one line per run, so no line break; and readers
 * of CSV and of templates drop empty texts and blanks at the ends.
 */
export function expectedOfText(cell: Cell): string | undefined {
  if (typeof cell !== 'string') return undefined;
  if (/[\r\n\u2028\u2029]/u.test(cell)) return 'a text of one line';
  if (cell.trim() === '') return 'a text that is not empty';
  if (cell.length > longestText) return `a text of at most ${longestText} characters`;
  return cell === cell.trim() ? undefined : 'a text without blanks at its ends';
}

/** Blanks around a number don't matter, and an empty cell has a message of its own. */
function isSpoiled(cell: string, number: number | undefined): boolean {
  return number === undefined && cell.trim() !== '' && expectedOfText(cell) !== undefined;
}

/** Texts that begin like a number are slips (`1,5`, `0x10`, `1e999`, `12abc`), except names such as `3D`. */
function looksLikeText(cell: string): boolean {
  if (hasOtherMinus(cell)) return false;
  return !/^[-+]?(?:\d+[.,\d]*|\d*\.\d+)(?:[eEdD][-+]?\d+)?$|^[-+]?0x|^[-+]?(?:nan|inf(?:inity)?)$/iu.test(
    cell.trim(),
  );
}
