import type { Cell } from '../../design/cell.ts';
import type { StudyColumn } from '../study-table.ts';

/**
 * Whether any two factors have each pair of levels as often as the numbers of each level say: the rows of a factorial or an orthogonal array,
 * with centre points or without, which somebody chose. Drawn rows hardly ever do.
 * @param factors columns of few levels
 * @see proportional frequencies: S. Addelman (1962), Technometrics 4, 21-46
 */
export function areInProportion(factors: readonly StudyColumn[]): boolean {
  const columns = factors.map(({ values }) => codesOf(values));
  if (inProportion(columns)) return true;
  const middles = factors.map(({ values }) => middleOf(values));
  const others = Array.from(columns[0]?.keys() ?? []).filter((row) =>
    factors.some(({ values }, place) => values[row] !== (middles[place] ?? values[row])),
  );
  return (
    others.length > 0 &&
    inProportion(columns.map((column) => Uint32Array.from(others, (row) => column[row] ?? 0)))
  );
}

/** The number of each value, in the order of their first places. */
function codesOf(values: StudyColumn['values']): Uint32Array {
  const codes = new Map<Cell, number>();
  return Uint32Array.from(values as ArrayLike<Cell>, (value) => {
    const code = codes.get(value) ?? codes.size;
    codes.set(value, code);
    return code;
  });
}

/** Halfway between the ends of a range of numbers; undefined of texts. */
function middleOf(values: StudyColumn['values']): number | undefined {
  const levels = [...new Set<Cell>(values)];
  const numbers = levels.filter((level) => typeof level === 'number');
  if (numbers.length < levels.length) return undefined;
  return Math.min(...numbers) / 2 + Math.max(...numbers) / 2;
}

function inProportion(columns: readonly Uint32Array[]): boolean {
  const counts = columns.map((column) => countEach(column));
  return columns.every((column, i) =>
    columns.slice(i + 1).every((other, step) => {
      const [own, others] = [counts[i] ?? [], counts[i + 1 + step] ?? []];
      const pairs = countEach(column.map((code, row) => code * others.length + (other[row] ?? 0)));
      return own.every((count, code) =>
        others.every(
          (countOther, codeOther) =>
            (pairs[code * others.length + codeOther] ?? 0) * column.length === count * countOther,
        ),
      );
    }),
  );
}

/** How often each code is there. */
function countEach(codes: Uint32Array): readonly number[] {
  const size = codes.reduce((most, code) => Math.max(most, code + 1), 0);
  const counts = new Array<number>(size).fill(0);
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
