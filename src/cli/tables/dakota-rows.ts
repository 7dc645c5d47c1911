/** A table in Dakota's annotated tabular form: a header, then one evaluation per line, parted by blanks. Pure. */
import { UsageError } from '../../errors.ts';
import { printNumber } from '../../numbers/index.ts';
import type { RowTable, TableCell, TableColumn } from './row-table.ts';
import { takeRows } from './row-table.ts';

/** Columns of ours that are no variable and no response. */
const ownColumns: readonly string[] = ['run', 'status', 'reason'];

/** Widest number that is printed: sign, 17 digits, point and exponent. */
const cellWidth = 24;

/**
 * The table as Dakota can read it again: variables before `responses`, without status and reason, and only rows in which no value is missing, as
 * Dakota leaves out evaluations that failed, and its reader takes no mark for a missing number.
 */
export function toDakotaTable(table: RowTable, responses: ReadonlySet<string>): RowTable {
  const named = table.columns.filter(({ name }) => !ownColumns.includes(name));
  const columns = [
    ...table.columns.filter(({ name }) => name === 'run'),
    ...named.filter(({ name }) => !responses.has(name)),
    ...named.filter(({ name }) => responses.has(name)),
  ];
  const complete = Array.from({ length: table.rowCount }, (_, index) => index).filter((index) =>
    columns.every(({ cells }) => (cells[index] ?? null) !== null),
  );
  return takeRows({ ...table, columns }, complete);
}

/** Its lines. @throws UsageError for a text that would not be one word */
export function* dakotaRows(table: RowTable): Generator<string> {
  const runs = table.columns.find(({ name }) => name === 'run');
  const columns = table.columns.filter(({ name }) => name !== 'run');
  yield line(
    '%eval_id',
    'interface',
    columns.map(({ name }) => name),
  );
  for (let index = 0; index < table.rowCount; index += 1) {
    yield line(
      String(runs?.cells[index] ?? index + 1),
      'NO_ID',
      columns.map((column) => word(column, column.cells[index] ?? null)),
    );
  }
}

function line(id: string, interfaceId: string, cells: readonly string[]): string {
  const padded = cells.map((cell) => cell.padStart(cellWidth));
  return `${[id.padEnd(8), interfaceId.padStart(9), ...padded].join(' ')} \n`;
}

function word({ name }: TableColumn, cell: TableCell): string {
  if (typeof cell === 'number') return printNumber(cell);
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  if (cell !== null && /^\S+$/u.test(cell)) return cell;
  throw new UsageError(
    'USAGE_FORMAT',
    `Dakota's tabular form holds words without blanks only, but column "${name}" has ${JSON.stringify(cell)?.slice(0, 60)}`,
    { hint: 'Leave the column out with --columns, or choose another format, such as csv' },
  );
}
