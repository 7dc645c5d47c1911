import type { ReportCell } from '../report.ts';

/** Whether a cell passes. */
export type CellFilter = (cell: ReportCell) => boolean;

/** What of a column decides how a filter is read. */
export interface FilteredColumn {
  readonly isNumeric: boolean;
  /** Whether its cells are `true` and `false`, which may be asked for as 1 and 0, too. */
  readonly isTruth?: true | undefined;
  /** What the table shows of a cell. */
  textOf(cell: ReportCell): string;
}

const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const range = new RegExp(String.raw`^(${number})\s*\.\.\s*(${number})$`, 'iu');
const bound = new RegExp(`^(<=|>=|<|>|=)\\s*(${number})$`, 'iu');
const alone = new RegExp(`^${number}$`, 'iu');

/**
 * A column's filter as a person types it: `5`, `<5`, `>=3`, `1..2`, a part of a text, `–` for a missing value, `!` before any of them for all
 * others. A number that looks equal in the table counts as equal.
 * @returns undefined where nothing is asked; why, where it isn't understood
 */
export function parseFilter(
  text: string,
  column: FilteredColumn,
): { readonly filter: CellFilter } | { readonly problem: string } | undefined {
  const asked = text.trim();
  if (asked === '') return undefined;
  if (asked.startsWith('!')) {
    const rest = parseFilter(asked.slice(1), column);
    if (rest === undefined || 'problem' in rest) return rest;
    return { filter: (cell) => !rest.filter(cell) };
  }
  const part = asked.toLowerCase();
  const isPart: CellFilter = (cell) =>
    typeof cell === 'string' && cell.toLowerCase().includes(part);
  if (asked === '–' || (asked === '-' && column.isNumeric)) {
    return { filter: (cell) => cell === null || isPart(cell) };
  }
  if (column.isTruth) return truthFilter(part, column);
  const compared = comparison(asked, column);
  if (column.isNumeric) {
    return compared === undefined ? { problem: problemOf(asked) } : { filter: compared };
  }
  return { filter: (cell) => isPart(cell) || compared?.(cell) === true };
}

/** `true`, `1`, the word that the table shows, or the beginning of one; or a comparison with 1 and 0. */
function truthFilter(
  asked: string,
  { textOf }: FilteredColumn,
): { readonly filter: CellFilter } | { readonly problem: string } {
  const sides = [
    ['false', textOf('false')],
    ['true', textOf('true')],
  ];
  const side = sides.findIndex((words) => words.some((word) => word.startsWith(asked)));
  if (side >= 0) return { filter: (cell) => cell === sides[side]?.[0] };
  const compared = comparison(asked, { isNumeric: true, textOf: String });
  if (compared === undefined) return { problem: 'Not understood: true, false, – for missing' };
  return { filter: (cell) => cell !== null && compared(cell === 'true' ? 1 : 0) };
}

/** A filter of numbers; undefined where it is none. */
function comparison(asked: string, { textOf }: FilteredColumn): CellFilter | undefined {
  const looks = (cell: number, limit: number): boolean =>
    cell === limit || Number(textOf(cell)) === limit;
  const ends = range.exec(asked);
  if (ends !== null) {
    const [low, high] = [Number(ends[1]), Number(ends[2])];
    return (cell) =>
      typeof cell === 'number' &&
      ((cell >= low && cell <= high) || looks(cell, low) || looks(cell, high));
  }
  const [, sign = '=', limitText] = bound.exec(asked) ?? [];
  if (limitText === undefined && !alone.test(asked)) return undefined;
  const limit = Number(limitText ?? asked);
  return (cell) => {
    if (typeof cell !== 'number') return false;
    if (sign === '<') return cell < limit;
    if (sign === '>') return cell > limit;
    return looks(cell, limit) || (sign === '<=' ? cell < limit : sign === '>=' && cell > limit);
  };
}

function problemOf(asked: string): string {
  return /^[\d,.-]*,[\d,.]*$/u.test(asked)
    ? 'Numbers have a point and no comma: 1.5, 1000'
    : 'Not understood: 5, <5, >=3, 1..2, – for missing';
}
