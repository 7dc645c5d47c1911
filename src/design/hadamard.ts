import { paleyCore } from './conference.ts';

function isOddPrime(n: number): boolean {
  if (n < 3 || n % 2 === 0) return false;
  for (let k = 3; k * k <= n; k += 2) if (n % k === 0) return false;
  return true;
}

/**
 * Entries of a Hadamard matrix (orthogonal rows of +1 and -1) by Sylvester's doubling and Paley's two constructions.
 * @param order 1, 2 or a multiple of 4
 * @returns undefined for the few orders that these don't reach (52, 92, 100, …)
 * @see R. E. A. C. Paley (1933), doi:10.1002/sapm1933121311
 */
export function createHadamard(
  order: number,
): ((row: number, column: number) => number) | undefined {
  if (order === 1) return () => 1;
  if (order === 2) return (row, column) => (row === 1 && column === 1 ? -1 : 1);
  if (order % 4 !== 0) return undefined;
  const core = isOddPrime(order - 1) ? paleyCore(order - 1) : undefined;
  if (core) {
    return (row, column) => core(row, column) + (row === column ? 1 : 0);
  }
  const half = createHadamard(order / 2);
  if (half) {
    const n = order / 2;
    return (row, column) => half(row % n, column % n) * (row >= n && column >= n ? -1 : 1);
  }
  const q = order / 2 - 1;
  const symmetric = isOddPrime(q) && q % 4 === 1 ? paleyCore(q) : undefined;
  if (!symmetric) return undefined;
  return (row, column) => {
    const entry = symmetric(row >> 1, column >> 1);
    const [top, left] = [row % 2 === 0, column % 2 === 0];
    if (entry === 0) return top && left ? 1 : -1;
    return entry * (!top && !left ? -1 : 1);
  };
}

/** Matrix with first row and column all +1. */
export function createNormalisedHadamard(
  order: number,
): ((row: number, column: number) => number) | undefined {
  const entry = createHadamard(order);
  return (
    entry && ((row, column) => entry(row, column) * entry(0, column) * entry(row, 0) * entry(0, 0))
  );
}
