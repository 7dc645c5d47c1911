/** A table as GitHub's Markdown shows it: cells are shown as they are, whatever stands in them. Pure. */
import type { RowTable, TableColumn } from './row-table.ts';

/** What Markdown or HTML would read as a mark. */
const marks = /[\\`*~[\]<>&|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** The two lines above the rows; columns of numbers are right-aligned. */
export function markdownHead({ columns }: RowTable): readonly [string, string] {
  return [
    markdownRow(columns.map(({ name }) => name)),
    `| ${columns.map((column) => (isNumeric(column) ? '---:' : '---')).join(' | ')} |`,
  ];
}

/** One row. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(plain).join(' | ')} |`;
}

function plain(text: string): string {
  return text.replace(/[\n\r]+/gu, ' ').replace(marks, '\\$&');
}

function isNumeric({ cells }: TableColumn): boolean {
  return (
    cells.some((cell) => typeof cell === 'number') &&
    cells.every((cell) => cell === null || typeof cell === 'number')
  );
}
