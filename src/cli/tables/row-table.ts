/** A table as the verbs that print tables hold it: columns of equal length; a missing value is null. */
export type TableCell = number | string | boolean | null;

export interface TableColumn {
  readonly name: string;
  readonly cells: readonly TableCell[];
}

export interface RowTable {
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
}

/** `table` with only the rows at `indices`, in their order. */
export function takeRows(table: RowTable, indices: readonly number[]): RowTable {
  return {
    rowCount: indices.length,
    columns: table.columns.map(({ name, cells }) => ({
      name,
      cells: indices.map((index) => cells[index] ?? null),
    })),
  };
}
