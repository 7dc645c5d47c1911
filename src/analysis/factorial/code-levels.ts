import type { Cell } from '../../design/cell.ts';
import { numbersOf, type StudyColumn } from '../study-table.ts';

/** Two levels as -1 and 1, and 0 in the middle between them; undefined where there are others. */
export function codeLevels(values: StudyColumn['values']): Float64Array | undefined {
  const distinct = [...new Set<Cell>(values)];
  const numbers = numbersOf(values);
  if (!numbers || distinct.length !== 3) {
    if (distinct.length !== 2) return undefined;
    const low = numbers ? Math.min(...distinct.map(Number)) : distinct[0];
    return Float64Array.from(values, (value) => (value === low ? -1 : 1));
  }
  const [low = NaN, middle = NaN, high = NaN] = distinct.map(Number).sort((a, b) => a - b);
  if (Math.abs(middle - (low + high) / 2) > 1e-9 * (high - low)) return undefined;
  return numbers.map((value) => (value === middle ? 0 : value === low ? -1 : 1));
}
