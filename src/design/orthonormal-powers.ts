import type { Cell } from './cell.ts';

/** What is left of a power that the lower ones explain is rounding below this share. */
const leastShare = 1e-9;

/**
 * Orthonormal polynomials of the ranks of the values, from degree 1 to `degree`: each has mean 0 and mean square 1 over the rows. Fewer where there
 * are too few different values; texts rank in the order of their appearance.
 */
export function orthonormalPowers(
  values: Float64Array | readonly Cell[],
  degree: number,
): readonly Float64Array[] {
  const ranks = ranksOf(values);
  const powers: Float64Array[] = [];
  for (let power = 1; power <= degree; power += 1) {
    // From the lower polynomial times the rank, so that nothing cancels.
    const below = powers.at(-1);
    const next = ranks.map((rank, row) => rank * (below?.[row] ?? 1));
    const raw = meanProduct(next, next);
    for (const known of [new Float64Array(next.length).fill(1), ...powers]) {
      const share = meanProduct(next, known);
      for (let row = 0; row < next.length; row += 1) {
        next[row] = (next[row] ?? 0) - share * (known[row] ?? 0);
      }
    }
    const square = meanProduct(next, next);
    if (!(square > leastShare * raw)) break;
    powers.push(next.map((value) => value / Math.sqrt(square)));
  }
  return powers;
}

/** From -1 to 1; equal values share the middle of their ranks. */
function ranksOf(values: Float64Array | readonly Cell[]): Float64Array {
  const numbers = numbersOf(values);
  const sorted = Float64Array.from(numbers).sort();
  const middle = new Map<number, number>();
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const value = sorted[start] ?? NaN;
    while (end < sorted.length && sorted[end] === value) end += 1;
    middle.set(value, (start + end) / sorted.length - 1);
  }
  return numbers.map((value) => middle.get(value) ?? 0);
}

function numbersOf(values: Float64Array | readonly Cell[]): Float64Array {
  if (values instanceof Float64Array) return values;
  const order = new Map<Cell, number>();
  for (const cell of values) if (!order.has(cell)) order.set(cell, order.size);
  return Float64Array.from(values, (cell) =>
    typeof cell === 'number' ? cell : (order.get(cell) ?? 0),
  );
}

function meanProduct(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, row) => sum + value * (other[row] ?? 0), 0) / one.length;
}
