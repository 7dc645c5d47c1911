import { guardText } from '../tables/formula-guard.ts';
import type { ReportTable } from './report.ts';

/** A table as CSV (RFC 4180), each number to its last digit; texts that a spreadsheet would take for formulas stand behind an apostrophe. */
export function csvText({ head, rows }: ReportTable): string {
  return [head, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = guardText(cell);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
