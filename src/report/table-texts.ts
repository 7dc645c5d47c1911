import { columnDigits, formatNumber } from './format-number.ts';
import type { ReportCell } from './report.ts';

/** Digits that two numbers of a row have at most, to differ: beyond lies the noise of the arithmetic. */
const mostDigits = 13;

/** What a table shows of its cells: numbers of a column alike, and never two different ones of a row as the same, such as a lowest and a highest value. @param most significant digits of numbers that aren't whole */
export function tableTexts(
  rows: readonly (readonly ReportCell[])[],
  most = Infinity,
): readonly (readonly string[])[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const digits = Array.from({ length: columns }, (_, column) =>
    columnDigits(rows.map((row) => row[column])),
  );
  return rows.map((row) =>
    row.map((cell, column) => {
      if (cell === null) return '–';
      if (typeof cell === 'string') return cell;
      const own = Number.isInteger(cell)
        ? (digits[column] ?? 4)
        : Math.min(most, digits[column] ?? 4);
      const text = formatNumber(cell, own);
      const alike = row.filter(
        (other): other is number =>
          typeof other === 'number' && other !== cell && formatNumber(other, own) === text,
      );
      const needed = alike.map((other) => Math.min(mostDigits, columnDigits([cell, other])));
      const wanted = Math.max(own, ...needed);
      return formatNumber(cell, Number.isInteger(cell) ? wanted : Math.min(most, wanted));
    }),
  );
}
