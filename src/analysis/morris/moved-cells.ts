import type { Cell } from '../../design/cell.ts';

/** Numbers that differ by less than this share of themselves, or than this share of their range, differ by what arithmetic left. */
const nearness = 1e-12;
const noise = 1e-15;

/** An input's column. */
export interface MovedCells {
  readonly name: string;
  /** One entry a row; NaN where the table lacks the row. */
  readonly values: Float64Array | readonly Cell[];
  /** Width of its range; of texts, what they are. */
  readonly range: unknown;
}

/** Whether an input has other values in two rows; not where one of them isn't known. */
export function differ({ values, range }: MovedCells, one: number, other: number): boolean {
  const [a, b] = [values[one], values[other]];
  if (a === undefined || b === undefined || Number.isNaN(a) || Number.isNaN(b)) return false;
  if (typeof a === 'string' || typeof b === 'string') return a !== b;
  const least = typeof range === 'number' ? noise * range : 0;
  return Math.abs(a - b) > Math.max(least, nearness * Math.max(Math.abs(a), Math.abs(b)));
}
