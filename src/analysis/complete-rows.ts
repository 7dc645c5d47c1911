/** The rows in which every column is finite, as new columns of equal length. */
export function completeRows(columns: readonly Float64Array[]): readonly Float64Array[] {
  const first = columns[0];
  if (first === undefined) return [];
  const rows = Array.from(first.keys()).filter((row) =>
    columns.every((column) => Number.isFinite(column[row])),
  );
  if (rows.length === first.length) return columns;
  return columns.map((column) => Float64Array.from(rows, (row) => column[row] ?? NaN));
}

/** Whether a column has two values that differ. */
export function varies(values: Float64Array): boolean {
  return values.some((value) => value !== values[0]);
}
