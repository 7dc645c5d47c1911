/** A table as a Parquet file, for pandas, DuckDB and others: typed columns, in which a missing value is null. */
import { parquetWriteFile } from 'hyparquet-writer';
import { writeFileAtomic } from '../../files/index.ts';
import { cellText } from './format-rows.ts';
import type { RowTable, TableColumn } from './row-table.ts';

/** Columns of which it is known what they hold, also where no row has a value. */
const knownTypes: Readonly<Record<string, 'INT64' | 'STRING'>> = {
  run: 'INT64',
  status: 'STRING',
  reason: 'STRING',
};

/** Rows that readers take at once. */
const rowGroupSize = 50_000;

/**
 * Writes the file whole or not at all. `run` is INT64; a column of numbers DOUBLE, of truth values BOOLEAN, any other one UTF-8 text; a column without
 * any value DOUBLE, as most responses are numbers.
 * @param metadata key-value pairs of the file
 */
export async function writeParquet(
  file: string,
  table: RowTable,
  metadata: Readonly<Record<string, string>>,
): Promise<void> {
  await writeFileAtomic(file, (aside) => {
    parquetWriteFile({
      filename: aside,
      columnData: table.columns.map(parquetColumn),
      rowGroupSize,
      kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      createdBy: 'doeflow',
    });
    return Promise.resolve();
  });
}

function parquetColumn(column: TableColumn) {
  const { name, cells } = column;
  const type = typeOf(column);
  return {
    name,
    type,
    data:
      type === 'INT64'
        ? cells.map((cell) => (typeof cell === 'number' ? BigInt(cell) : null))
        : type === 'STRING'
          ? cells.map((cell) => (cell === null ? null : cellText(cell)))
          : [...cells],
  };
}

function typeOf({ name, cells }: TableColumn): 'INT64' | 'STRING' | 'DOUBLE' | 'BOOLEAN' {
  const known = Object.hasOwn(knownTypes, name) ? knownTypes[name] : undefined;
  if (known !== undefined) return known;
  const kinds = new Set(cells.map((cell) => (cell === null ? undefined : typeof cell)));
  if (kinds.has('string') || (kinds.has('number') && kinds.has('boolean'))) return 'STRING';
  return kinds.has('boolean') ? 'BOOLEAN' : 'DOUBLE';
}
