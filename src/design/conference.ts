import { createGaloisField } from './galois-field.ts';

/** A square matrix by its entries. */
type Entries = (row: number, column: number) => number;

/**
 * Entry of Paley's core of order q + 1: zeros on the diagonal, orthogonal rows of +1 and -1 beside it; symmetric where q = 1 modulo 4,
 * skew where q = 3 modulo 4.
 * @param q an odd prime power, else undefined is given back
 * @see R. E. A. C. Paley (1933), doi:10.1002/sapm1933121311
 */
export function paleyCore(q: number): Entries | undefined {
  const field = q % 2 === 1 ? createGaloisField(q) : undefined;
  if (!field) return undefined;
  const { character, subtract } = field;
  const symbols = Array.from({ length: q }, (_, element) => character(element));
  const last = q % 4 === 1 ? 1 : -1;
  return (row, column) => {
    if (row === 0 || column === 0) return row === column ? 0 : row === 0 ? 1 : last;
    return symbols[subtract(row - 1, column - 1)] ?? 0;
  };
}

/**
 * Entries of a conference matrix: zeros on the diagonal, +1 and -1 beside it, orthogonal rows. By Paley's core, or by doubling a skew one.
 * @param order even
 * @returns undefined for orders that these don't reach (22, 34, …)
 */
export function createConference(order: number): Entries | undefined {
  return paleyCore(order - 1) ?? doubled(order);
}

function doubled(order: number): Entries | undefined {
  const n = order / 2;
  if (n % 4 !== 0) return undefined;
  const half = createConference(n);
  // Orders that are multiples of 4 are skew: Paley's core is, and doubling keeps it.
  return (
    half &&
    ((row, column) => {
      const [top, left] = [row < n, column < n];
      const entry = half(row % n, column % n);
      if (top && left) return entry;
      if (!top && !left) return 0 - entry;
      return row % n === column % n ? (top ? 1 : -1) : entry;
    })
  );
}
