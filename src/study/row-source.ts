import type { Cell } from '../design/cell.ts';

/** Cells of some rows, one entry a column. */
export type RowColumns = readonly (Float64Array | readonly Cell[])[];

/** Rows of the design before cases and replicates, made on demand. */
export interface RowSource {
  readonly rowCount: number;
  /** Rows `start .. start+count-1`, in the order of the input variables. */
  readonly block: (start: number, count: number) => RowColumns;
  /** One of them alone, where it can be made without the others. */
  readonly column?: (index: number, start: number, count: number) => RowColumns[number] | undefined;
}

/** How many rows are looked at together where all of them are. */
export const scanBlockRows = 8192;

/** Calls `visit` with block after block of `rows`; memory stays that of one block. */
export function scanRows(
  rows: RowSource,
  visit: (columns: RowColumns, start: number, count: number) => void,
): void {
  for (let start = 0; start < rows.rowCount; start += scanBlockRows) {
    const count = Math.min(scanBlockRows, rows.rowCount - start);
    visit(rows.block(start, count), start, count);
  }
}

/** One row of a block as a map from name to cell, written into `scope`. */
export function fillScope(
  scope: Record<string, Cell>,
  names: readonly string[],
  columns: RowColumns,
  row: number,
): void {
  for (const [index, name] of names.entries()) {
    const cell = columns[index]?.[row];
    if (cell !== undefined) scope[name] = cell;
  }
}
