import type { Cell } from '../design/cell.ts';

/** Whether a column takes at most so many different values; looks no further than it must. */
export function takesAtMost(values: Float64Array | readonly Cell[], most: number): boolean {
  const seen = new Set<Cell>();
  for (const value of values) {
    seen.add(value);
    if (seen.size > most) return false;
  }
  return true;
}
