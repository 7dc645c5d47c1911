import { parse } from 'csv-parse/sync';
import { ResultError } from '../errors.ts';
import { isRoundedWhole, parseNumber } from '../numbers/index.ts';
import type { OutputSource } from '../study/study.ts';

type ColumnSource = Extract<OutputSource, { kind: 'column' }>;

/**
 * A cell of a CSV table with a header, or what its column reduces to. Blanks around cells don't count, nor do empty lines. Cells are separated
 * by commas; where the header has no comma, also by semicolons or tabs.
 * @throws ResultError RESULT_MISSING, RESULT_AMBIGUOUS or RESULT_INVALID
 */
export function extractColumn(text: string, source: ColumnSource): string | number {
  const cells = readColumn(text, source.column);
  const { row, reduce } = source;
  if (reduce === undefined || reduce === 'last') {
    if (reduce === undefined && row === undefined && cells.length > 1) {
      throw new ResultError(
        'RESULT_AMBIGUOUS',
        `Expected one row under "${source.column}", got ${cells.length}`,
        { hint: 'say which by `row` or `reduce`' },
      );
    }
    const at = reduce === 'last' ? -1 : (row ?? 1);
    const cell = cells.at(at > 0 ? at - 1 : at);
    if (cell === undefined) {
      throw new ResultError('RESULT_MISSING', `Expected row ${at}, got ${cells.length} rows`);
    }
    return cell;
  }
  if (cells.length === 0) {
    throw new ResultError(
      'RESULT_MISSING',
      `the column "${source.column}" of ${source.file} has no rows`,
    );
  }
  const numbers = cells.map(numberIn);
  if (reduce === 'mean') return meanOf(numbers);
  return numbers.reduce((a, b) => (reduce === 'max' ? Math.max(a, b) : Math.min(a, b)));
}

/** A longer row is a broken table, such as one with a quote that is never closed. */
const maxRowBytes = 10_000_000;

/** What separates cells where it isn't a comma. */
const otherDelimiters = [';', '\t'] as const;

const maxHeaderLength = 1_000_000;

function readColumn(text: string, column: string): string[] {
  let names: readonly string[] | undefined;
  let rows: string[][];
  try {
    rows = parse(text, {
      ...{ bom: true, skip_empty_lines: true, trim: true, max_record_size: maxRowBytes },
      delimiter: delimiterOf(text, column),
      // The other cells would be kept until the end: a table may have many millions.
      on_record: (cells: string[]) => {
        if (names === undefined) names = cells;
        else return [cells[names.indexOf(column)] ?? ''];
        return cells;
      },
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ResultError('RESULT_INVALID', `Expected a CSV table, got a broken one: ${why}`, {
      cause,
    });
  }
  const [header = [], ...body] = rows;
  const index = header.indexOf(column);
  if (index < 0) {
    const got = header.slice(0, 20).join(', ').slice(0, 1000);
    throw new ResultError('RESULT_MISSING', `Expected a column "${column}", got: ${got}`);
  }
  if (header.lastIndexOf(column) !== index) {
    throw new ResultError('RESULT_AMBIGUOUS', `Expected one column "${column}", got several`);
  }
  return body.map(([cell = '']) => cell);
}

function delimiterOf(text: string, column: string): string {
  const [header = ''] = /\S[^\r\n]*/u.exec(text.slice(0, maxHeaderLength)) ?? [];
  const isOnlyColumn = header.trim().replaceAll('"', '') === column;
  if (isOnlyColumn || header.includes(',')) return ',';
  return otherDelimiters.find((one) => header.includes(one)) ?? ',';
}

function numberIn(cell: string, row: number): number {
  const value = parseNumber(cell);
  if (value !== undefined && !isRoundedWhole(cell)) return value;
  const got = JSON.stringify(cell.slice(0, 60));
  const expected = value === undefined ? 'a number' : 'a whole number that a double can hold';
  throw new ResultError('RESULT_INVALID', `Expected ${expected} in row ${row + 1}, got ${got}`);
}

/** Divides before it adds where the sum would overflow. */
function meanOf(numbers: readonly number[]): number {
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (Number.isFinite(sum)) return sum / numbers.length;
  return numbers.reduce((total, value) => total + value / numbers.length, 0);
}
