import { isComplete, type ColumnViews } from './column-views.ts';

/** The rows in which every column is finite, as new columns of equal length; the columns themselves where all rows are. */
export function completeRows(
  columns: readonly Float64Array[],
  views?: ColumnViews,
): readonly Float64Array[] {
  const first = columns[0];
  if (first === undefined) return [];
  const isWhole = (column: Float64Array): boolean =>
    views ? views.once(isComplete, column) : isComplete(column);
  if (columns.every(isWhole)) return columns;
  const rows = completePlaces(columns, first.length);
  return columns.map((column) => {
    const own = new Float64Array(rows.length);
    for (let place = 0; place < rows.length; place += 1)
      own[place] = column[rows[place] ?? 0] ?? NaN;
    return own;
  });
}

/** The rows that are finite in every column. */
function completePlaces(columns: readonly Float64Array[], rows: number): Uint32Array {
  const isMissing = new Uint8Array(rows);
  let missing = 0;
  for (const column of columns) {
    for (let row = 0; row < rows; row += 1) {
      if (Number.isFinite(column[row]) || isMissing[row] === 1) continue;
      isMissing[row] = 1;
      missing += 1;
    }
  }
  const places = new Uint32Array(rows - missing);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    if (isMissing[row] === 1) continue;
    places[at] = row;
    at += 1;
  }
  return places;
}

/** Whether a column has two values that differ. */
export function varies(values: Float64Array): boolean {
  return values.some((value) => value !== values[0]);
}
