import { createOrthogonalBasis, dot } from '../orthogonal-basis.ts';
import { productsOf, type FactorColumns } from './factor-contrasts.ts';
import { lenthError } from './lenth-error.ts';
import type { FittedTerms } from './type-two-table.ts';

/** More multiplications than this are not spent on it. */
const mostWork = 5e8;

/** Fewer contrasts show nothing of each other. */
const fewestContrasts = 7;

/**
 * Interactions that are no terms, or not wholly, and that the error of runs without replicates holds: those of two and three factors with a contrast
 * that is no chance beside all contrasts of the runs, by Lenth's simultaneous margin. Where the runs can't tell two of them apart, it is the one of fewer factors.
 * @param y the response less its mean
 * @returns places in the list of factors, that of the largest contrast first; of runs without replicates, which would measure the error
 * @see R. V. Lenth (1989), doi:10.1080/00401706.1989.10488595
 */
export function leftOutInteractions(
  factors: readonly FactorColumns[],
  { basis, before }: Pick<FittedTerms, 'basis' | 'before'>,
  y: Float64Array,
): readonly (readonly number[])[] {
  const rows = y.length;
  if (rows ** 3 > mostWork || rows - before < fewestContrasts) return [];
  const whole = createOrthogonalBasis(basis);
  const found: { readonly factors: readonly number[]; readonly size: number }[] = [];
  for (const places of smallSets(factors.map((_, place) => place))) {
    if (whole.columns.length === rows) break;
    const columns = places
      .map((place) => factors[place]?.own ?? [])
      .reduce((product, own) => productsOf(product, own));
    for (const column of columns) {
      if (!whole.add(column)) continue;
      const size = Math.abs(dot(whole.columns.at(-1) ?? column, y));
      found.push({ factors: places, size });
    }
  }
  const sizes = Float64Array.from(whole.columns.slice(before), (unit) => Math.abs(dot(unit, y)));
  const margin = lenthError(sizes.sort())?.simultaneousMargin ?? Infinity;
  const large = found.filter(({ size }) => size > margin).toSorted((a, b) => b.size - a.size);
  return [...new Set(large.map((one) => one.factors))];
}

/** All sets of two, then of three. */
function* smallSets(places: readonly number[]): Generator<readonly number[]> {
  for (const [first, one] of places.entries()) {
    for (const other of places.slice(first + 1)) yield [one, other];
  }
  for (const [first, one] of places.entries()) {
    for (const [second, other] of places.slice(first + 1).entries()) {
      for (const third of places.slice(first + second + 2)) yield [one, other, third];
    }
  }
}
