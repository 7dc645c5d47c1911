/** A table as text for other programs and for pages, in pieces of some thousand rows. Pure. */
import { stringify } from 'csv-stringify/sync';
import { assertNever } from '../../errors.ts';
import { tableCell } from '../../tables/index.ts';
import { printNumber } from '../../numbers/index.ts';
import { toJson } from '../output/json-voice.ts';
import { dakotaRows } from './dakota-rows.ts';
import { markdownHead, markdownRow } from './markdown-rows.ts';
import type { RowTable, TableCell } from './row-table.ts';

export const textFormats = ['csv', 'tsv', 'json', 'md', 'dakota'] as const;

export type TextFormat = (typeof textFormats)[number];

/** Rows of one piece: a large table is never one text in memory. */
const pieceRows = 4096;

/**
 * The table's text, ended by a line feed. A missing value is empty; null in JSON. Forms that spreadsheets open have the texts that they would take
 * for formulas behind an apostrophe, as the tables of the results folder.
 * @throws UsageError where the format can't hold a value
 */
export function* formatRows(table: RowTable, format: TextFormat): Generator<string> {
  const names = table.columns.map((column) => column.name);
  switch (format) {
    case 'csv':
      yield stringify([names]);
      for (const rows of pieces(table, tableCell)) yield stringify([...rows]);
      return;
    case 'tsv':
      yield stringify([names], { delimiter: '\t' });
      for (const rows of pieces(table, tableCell)) yield stringify([...rows], { delimiter: '\t' });
      return;
    case 'md':
      yield lines(markdownHead(table));
      for (const rows of pieces(table)) yield lines(rows.map(markdownRow));
      return;
    case 'json':
      yield* jsonRows(table);
      return;
    case 'dakota':
      yield* dakotaRows(table);
      return;
    default:
      assertNever(format);
  }
}

/** One object per row. */
export function toObjects(table: RowTable): readonly Readonly<Record<string, TableCell>>[] {
  return Array.from({ length: table.rowCount }, (_, index) => toObject(table, index));
}

/** The cells of some rows as text, row by row; of all without `start` and `end`. */
export function texts(
  table: RowTable,
  start = 0,
  end = table.rowCount,
  textOf: CellText = cellText,
): readonly (readonly string[])[] {
  return Array.from({ length: Math.max(0, Math.min(end, table.rowCount) - start) }, (_, index) =>
    table.columns.map(({ cells }) => textOf(cells[start + index] ?? null)),
  );
}

/** A cell as text: a number so that it reads back the same, nothing for a missing value. */
export function cellText(cell: TableCell): string {
  if (cell === null) return '';
  return typeof cell === 'number' ? printNumber(cell) : String(cell);
}

type CellText = (cell: TableCell) => string;

function* pieces(
  table: RowTable,
  textOf: CellText = cellText,
): Generator<readonly (readonly string[])[]> {
  for (let start = 0; start < table.rowCount; start += pieceRows) {
    yield texts(table, start, start + pieceRows, textOf);
  }
}

function* jsonRows(table: RowTable): Generator<string> {
  if (table.rowCount === 0) {
    yield '[]\n';
    return;
  }
  for (let start = 0; start < table.rowCount; start += pieceRows) {
    const end = Math.min(start + pieceRows, table.rowCount);
    const rows = Array.from({ length: end - start }, (_, index) =>
      toJson(toObject(table, start + index), 2).replaceAll('\n', '\n  '),
    );
    yield `${start === 0 ? '[\n  ' : ',\n  '}${rows.join(',\n  ')}`;
  }
  yield '\n]\n';
}

function toObject(table: RowTable, index: number): Readonly<Record<string, TableCell>> {
  return Object.fromEntries(table.columns.map(({ name, cells }) => [name, cells[index] ?? null]));
}

function lines(rows: readonly string[]): string {
  return rows.map((row) => `${row}\n`).join('');
}
