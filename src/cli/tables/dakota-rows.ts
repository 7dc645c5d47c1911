/** A table in Dakota's annotated tabular form: a header, then one evaluation per line, parted by blanks. Pure. */
import { UsageError } from '../../errors.ts';
import { printNumber } from '../../numbers/index.ts';
import { countOf } from '../format-quantities.ts';
import type { RowTable, TableCell, TableColumn } from './row-table.ts';
import { takeRows } from './row-table.ts';

/** Widest number that is printed: sign, 17 digits, point and exponent. */
const cellWidth = 24;

/**
 * The table as Dakota can read it again: variables before `responses`, without what else we tell of a run, and only rows in which no value is missing, as
 * Dakota leaves out evaluations that failed, and its reader takes no mark for a missing number.
 */
export function toDakotaTable(
  table: RowTable,
  {
    variables,
    responses,
  }: { readonly variables: ReadonlySet<string>; readonly responses: ReadonlySet<string> },
): RowTable {
  const named = table.columns.filter(({ name }) => variables.has(name));
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

/** Its lines. @throws UsageError before the first of them, for texts that would not be one word */
export function* dakotaRows(table: RowTable): Generator<string> {
  const runs = table.columns.find(({ name }) => name === 'run');
  const columns = table.columns.filter(({ name }) => name !== 'run');
  refuseOtherTexts(columns, (index) => runs?.cells[index] ?? index + 1);
  yield line(
    '%eval_id',
    'interface',
    columns.map(({ name }) => name),
  );
  for (let index = 0; index < table.rowCount; index += 1) {
    yield line(
      String(runs?.cells[index] ?? index + 1),
      'NO_ID',
      columns.map((column) => word(column.cells[index] ?? null)),
    );
  }
}

function line(id: string, interfaceId: string, cells: readonly string[]): string {
  const padded = cells.map((cell) => cell.padStart(cellWidth));
  return `${[id.padEnd(8), interfaceId.padStart(9), ...padded].join(' ')} \n`;
}

function word(cell: TableCell): string {
  if (typeof cell === 'number') return printNumber(cell);
  return typeof cell === 'boolean' ? (cell ? '1' : '0') : (cell ?? '');
}

/** Looks at all cells, as nothing may be printed of a table that can't be finished. */
function refuseOtherTexts(
  columns: readonly TableColumn[],
  runOf: (index: number) => TableCell,
): void {
  const refused = columns.flatMap(({ name, cells }) => {
    const rows = [...cells.keys()].filter((row) => isOtherText(cells[row] ?? null));
    const [first] = rows;
    if (first === undefined) return [];
    const more = rows.length === 1 ? '' : ` and ${countOf(rows.length - 1, 'more run')}`;
    const got = JSON.stringify(cells[first] ?? null).slice(0, 60);
    return [{ name, text: `column "${name}" has ${got} in run ${runOf(first)}${more}` }];
  });
  if (refused.length === 0) return;
  const kept = columns.filter(({ name }) => refused.every((column) => column.name !== name));
  throw new UsageError(
    'USAGE_FORMAT',
    `Dakota's tabular form holds words without blanks only, but ${refused.map(({ text }) => text).join('; ')}`,
    {
      hint: `${
        kept.length === 0
          ? 'Choose'
          : `Leave ${refused.length === 1 ? 'this column' : 'these columns'} out with --columns ${kept.map(({ name }) => name).join(',')}, or choose`
      } another format, such as csv`,
    },
  );
}

function isOtherText(cell: TableCell): boolean {
  return cell === null || (typeof cell === 'string' && !/^\S+$/u.test(cell));
}
