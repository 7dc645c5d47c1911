import type { Cell } from '../design/cell.ts';
import { isRoundedToZero, numberSlip } from '../numbers/index.ts';
import type { StringTable } from '../study/string-table.ts';
import { findUnits } from '../study/table-column.ts';
import type { IssueList, IssuePlace } from './issues.ts';

/** Warns where all values are numbers with units: they are texts then, which a run gets as they are written. */
export function warnOfUnits(values: readonly Cell[], place: IssuePlace, issues: IssueList): void {
  const first = values.length === 0 ? undefined : findUnits(values);
  if (first === undefined) return;
  issues.warn({
    place,
    message: `Each value is a text such as ${JSON.stringify(first)}, not a number: the runs get it as it is written, and no statistics can be made of it`,
    hint: `for numbers, ${numberSlip(first)?.advice ?? 'leave the units out'}`,
  });
}

/** What else a column of a table may have that nobody meant: numbers that would become 0, and {@link warnOfUnits}, where no quotes say that texts are meant. */
export function checkColumnText(
  table: StringTable,
  name: string,
  values: readonly Cell[],
  issues: IssueList,
): void {
  const index = table.names.indexOf(name);
  const lost = table.rows.findIndex(
    (row, at) => values[at] === 0 && isRoundedToZero(row[index] ?? ''),
  );
  if (lost >= 0) {
    const text = table.rows[lost]?.[index] ?? '';
    issues.refuse({
      place: { file: table.file, line: table.lines[lost] ?? 1, column: index + 1 },
      message: `Expected 0 or a number of at least 5e-324 in size in column \`${name}\`, got ${JSON.stringify(text.slice(0, 40))}`,
      hint: 'write 0 where 0 is meant, or take a larger unit',
    });
  }
  const isQuoted = table.rows.some(
    (row, at) =>
      table.quoted?.get(at)?.has(index) === true &&
      // Without the quotes a decimal comma would end the cell.
      row[index]?.includes(',') !== true,
  );
  if (isQuoted) return;
  const place = { file: table.file, line: table.lines[0] ?? 1, column: index + 1 };
  warnOfUnits(values, place, issues);
}
