import type { Cell } from '../../design/cell.ts';
import { numbersOf, type StudyColumn } from '../study-table.ts';

/**
 * Two levels as -1 and 1, and 0 in the middle between them; undefined where there are others. Of texts the one that the study lists first is -1,
 * or without a list the first of the alphabet.
 * @param listed the levels as the study has them
 */
export function codeLevels(
  values: StudyColumn['values'],
  listed?: readonly Cell[],
): Float64Array | undefined {
  const levels = twoLevels(values, listed);
  if (levels) return Float64Array.from(values, (value) => (value === levels[0] ? -1 : 1));
  const numbers = numbersOf(values);
  const distinct = [...new Set<Cell>(values)];
  if (!numbers || distinct.length !== 3) return undefined;
  const [low = NaN, middle = NaN, high = NaN] = distinct.map(Number).sort((a, b) => a - b);
  if (Math.abs(middle - (low + high) / 2) > 1e-9 * (high - low)) return undefined;
  return numbers.map((value) => (value === middle ? 0 : value === low ? -1 : 1));
}

/** The low and the high one of two levels; undefined where there are more. */
export function twoLevels(
  values: StudyColumn['values'],
  listed: readonly Cell[] = [],
): readonly [Cell, Cell] | undefined {
  const [one, other, third] = new Set<Cell>(values);
  if (one === undefined || other === undefined || third !== undefined) return undefined;
  if (typeof one === 'number' && typeof other === 'number') {
    return one < other ? [one, other] : [other, one];
  }
  const [first, second] = [listed.indexOf(one), listed.indexOf(other)];
  const isInOrder = first === second ? String(one) < String(other) : first < second;
  return isInOrder ? [one, other] : [other, one];
}
