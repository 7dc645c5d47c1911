/** Chooses rows and columns of a table as the options of a verb say. Pure. */
import { UsageError } from '../../errors.ts';
import type { RowTable, TableCell, TableColumn } from './row-table.ts';
import { takeRows } from './row-table.ts';

export interface Selection {
  /** Keeps the rows, by index, for which it is true. */
  readonly keep?: ((index: number) => boolean) | undefined;
  /** Column to sort by, smallest first; a leading `-` reverses the order. Missing values come last. */
  readonly sort?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly limit?: number | undefined;
}

/**
 * The chosen rows and columns: first `keep`, then `sort`, then `limit`; equal rows keep their order.
 * @throws UsageError for a column that isn't there.
 */
export function selectRows(table: RowTable, selection: Selection): RowTable {
  let indices = Array.from({ length: table.rowCount }, (_, index) => index);
  const { keep, sort, columns, limit } = selection;
  if (keep !== undefined) indices = indices.filter(keep);
  if (sort !== undefined) indices.sort(rowOrder(table, sort));
  if (limit !== undefined) indices = indices.slice(0, limit);
  const chosen = columns?.map((name) => columnNamed(table, name)) ?? table.columns;
  return takeRows({ ...table, columns: chosen }, indices);
}

function rowOrder(table: RowTable, sort: string): (a: number, b: number) => number {
  const descending = sort.startsWith('-');
  const { cells } = columnNamed(table, descending ? sort.slice(1) : sort);
  const sign = descending ? -1 : 1;
  return (a, b) => {
    const [left, right] = [cells[a] ?? null, cells[b] ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compareCells(left, right) || a - b;
  };
}

function compareCells(a: NonNullable<TableCell>, b: NonNullable<TableCell>): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** @throws UsageError for a column that isn't there. */
export function columnNamed(table: RowTable, name: string): TableColumn {
  const found = table.columns.find((column) => column.name === name);
  if (found !== undefined) return found;
  throw new UsageError('USAGE_COLUMN', `The table has no column "${name}"`, {
    hint: `Columns: ${table.columns.map((column) => column.name).join(', ')}`,
  });
}
