/** A table as text for other programs and for pages. Pure. */
import { stringify } from 'csv-stringify/sync';
import { assertNever } from '../../errors.ts';
import { printNumber } from '../../numbers/index.ts';
import { toJson } from '../output/json-voice.ts';
import type { RowTable, TableCell } from './row-table.ts';

export const tableFormats = ['csv', 'tsv', 'json', 'md'] as const;

export type TableFormat = (typeof tableFormats)[number];

/** The table's text, ended by a line feed. A missing value is empty; null in JSON. */
export function formatRows(table: RowTable, format: TableFormat): string {
  const names = table.columns.map((column) => column.name);
  switch (format) {
    case 'csv':
      return stringify([names, ...texts(table)]);
    case 'tsv':
      return lines([names, ...texts(table)].map((row) => row.map(withoutTabs).join('\t')));
    case 'md':
      return lines(
        [names, names.map(() => '---'), ...texts(table)].map(
          (row) => `| ${row.map(forMarkdown).join(' | ')} |`,
        ),
      );
    case 'json':
      return `${toJson(toObjects(table), 2)}\n`;
    default:
      return assertNever(format);
  }
}

/** One object per row. */
export function toObjects(table: RowTable): readonly Readonly<Record<string, TableCell>>[] {
  return Array.from({ length: table.rowCount }, (_, index) =>
    Object.fromEntries(table.columns.map(({ name, cells }) => [name, cells[index] ?? null])),
  );
}

/** The cells as text, row by row. */
export function texts(table: RowTable): readonly (readonly string[])[] {
  return Array.from({ length: table.rowCount }, (_, index) =>
    table.columns.map(({ cells }) => cellText(cells[index] ?? null)),
  );
}

function cellText(cell: TableCell): string {
  if (cell === null) return '';
  return typeof cell === 'number' ? printNumber(cell) : String(cell);
}

function withoutTabs(text: string): string {
  return text.replace(/[\t\n\r]+/gu, ' ');
}

function forMarkdown(text: string): string {
  return text.replace(/[\n\r]+/gu, ' ').replaceAll('|', '\\|');
}

function lines(rows: readonly string[]): string {
  return `${rows.join('\n')}\n`;
}
