import { createOrthogonalBasis, dot } from '../orthogonal-basis.ts';
import type { ColumnOf } from './choose-fit.ts';
import type { MultiIndex } from './index-set.ts';

/** Pairs of inputs aren't looked at where that would cost more multiplications. */
const mostWork = 2e8;

/** A column is a sum of others where they leave less of its length. */
const smallestRest = 1e-6;

/**
 * What the runs can't tell from the terms of a fit: inputs by themselves, and products of two of them, whose columns are sums of the fit's own and of
 * other inputs'. If the response depended on them, the fit would look the same, its error on runs left out too.
 * @param chosen degrees of the fit's terms
 * @param highest degree of each input; inputs of degree 0 are left out
 * @param rows how many rows differ
 */
export function indistinctTerms(
  chosen: readonly MultiIndex[],
  highest: readonly number[],
  columnOf: ColumnOf,
  rows: number,
): readonly MultiIndex[] {
  const inputs = highest.flatMap((degree, input) => (degree > 0 ? [input] : []));
  const productOf = (...places: readonly number[]): MultiIndex =>
    highest.map((_, input) => Number(places.includes(input)));
  const basis = createOrthogonalBasis();
  const isChosen = new Set(chosen.map((degrees) => degrees.join()));
  for (const degrees of chosen) basis.add(columnOf(degrees));
  const isNew = (degrees: MultiIndex): boolean => {
    if (isChosen.has(degrees.join())) return true;
    const column = columnOf(degrees);
    const size = Math.sqrt(dot(column, column));
    return Math.sqrt(squaresBeyond(basis.columns, column)) > smallestRest * size;
  };
  const found: MultiIndex[] = [];
  // With more inputs than runs, columns of the inputs make up everything: then only what the fit's own terms make up counts.
  const isOpen = basis.columns.length + inputs.length < rows;
  for (const input of inputs) {
    const own = productOf(input);
    if (!isNew(own)) found.push(own);
    else if (isOpen) basis.add(columnOf(own));
  }
  const tied = new Set(found.flatMap((degrees) => degrees.indexOf(1)));
  const free = inputs.filter((input) => !tied.has(input));
  const pairs = (free.length * (free.length - 1)) / 2;
  const length = columnOf(productOf()).length;
  if (pairs * length * basis.columns.length > mostWork) return found;
  return [
    ...found,
    ...free.flatMap((i, place) =>
      free.slice(place + 1).flatMap((j) => {
        const own = productOf(i, j);
        return isNew(own) ? [] : [own];
      }),
    ),
  ];
}

/** Squared length of what orthonormal columns leave of another one. */
function squaresBeyond(units: readonly Float64Array[], column: Float64Array): number {
  const rest = column.slice();
  for (const unit of units) {
    const share = dot(unit, rest);
    for (let row = 0; row < rest.length; row += 1) {
      rest[row] = (rest[row] ?? 0) - share * (unit[row] ?? 0);
    }
  }
  return dot(rest, rest);
}
