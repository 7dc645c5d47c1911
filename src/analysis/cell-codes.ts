import type { Cell } from '../design/cell.ts';

/**
 * A number for each different cell: of columns of numbers the number itself, otherwise its place among those that differ. Numbers that aren't finite are
 * one, and so are zeros of both signs.
 */
export function cellCodes(
  column: Float64Array | readonly Cell[],
  rows: number,
): Float64Array<ArrayBuffer> {
  const codes = new Float64Array(rows);
  const isNumeric = column instanceof Float64Array;
  const known = new Map<Cell, number>();
  for (let row = 0; row < rows; row += 1) {
    const cell = column[row] ?? NaN;
    const own = typeof cell !== 'number' ? cell : Number.isFinite(cell) ? cell + 0 : Infinity;
    if (isNumeric) {
      codes[row] = Number(own);
      continue;
    }
    const code = known.get(own) ?? known.size;
    known.set(own, code);
    codes[row] = code;
  }
  return codes;
}
