/** A table as a Parquet file, for pandas, DuckDB and others: typed columns, in which a missing value is null. */
import { parquetWriteFile } from 'hyparquet-writer';
import { writeNamedFile } from '../../files/index.ts';
import type { ColumnKind } from './column-kinds.ts';
import { cellText } from './format-rows.ts';
import type { RowTable, TableColumn } from './row-table.ts';

type ParquetType = 'INT64' | 'STRING' | 'DOUBLE' | 'BOOLEAN';

/** What is said of a table beyond its cells. */
interface ParquetFacts {
  /** What columns hold by the study, also where no row has a value; of the others the cells tell. */
  readonly kinds: ReadonlyMap<string, ColumnKind>;
  /** Key-value pairs of the file. */
  readonly metadata: Readonly<Record<string, string>>;
}

const typesByKind: Readonly<Record<ColumnKind, ParquetType>> = {
  integer: 'INT64',
  number: 'DOUBLE',
  text: 'STRING',
  boolean: 'BOOLEAN',
};

/** Rows that readers take at once. */
const rowGroupSize = 50_000;

/** Writes the file whole or not at all. A column of which nothing is known, and that has no value, is DOUBLE, as most responses are numbers. */
export async function writeParquet(
  file: string,
  table: RowTable,
  { kinds, metadata }: ParquetFacts,
): Promise<void> {
  await writeNamedFile(file, (aside) => {
    parquetWriteFile({
      filename: aside,
      columnData: table.columns.map((column) => parquetColumn(column, kinds.get(column.name))),
      rowGroupSize,
      kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      createdBy: 'doeflow',
    });
    return Promise.resolve();
  });
}

function parquetColumn(column: TableColumn, kind: ColumnKind | undefined) {
  const { name, cells } = column;
  const known = kind && typesByKind[kind];
  const type = known !== undefined && canHold(known, column) ? known : typeOfCells(column);
  return {
    name,
    type,
    nullable: true,
    data:
      type === 'INT64'
        ? cells.map((cell) => (typeof cell === 'number' ? BigInt(cell) : null))
        : type === 'STRING'
          ? cells.map((cell) => (cell === null ? null : cellText(cell)))
          : [...cells],
  };
}

/** False where a value would be lost: a study file may say less than its runs gave. */
function canHold(type: ParquetType, { cells }: TableColumn): boolean {
  switch (type) {
    case 'INT64':
      return cells.every((cell) => cell === null || Number.isSafeInteger(cell));
    case 'DOUBLE':
      return cells.every((cell) => cell === null || typeof cell === 'number');
    case 'BOOLEAN':
      return cells.every((cell) => cell === null || typeof cell === 'boolean');
    case 'STRING':
      return true;
  }
}

function typeOfCells({ cells }: TableColumn): ParquetType {
  const kinds = new Set(cells.map((cell) => (cell === null ? undefined : typeof cell)));
  if (kinds.has('string') || (kinds.has('number') && kinds.has('boolean'))) return 'STRING';
  return kinds.has('boolean') ? 'BOOLEAN' : 'DOUBLE';
}
