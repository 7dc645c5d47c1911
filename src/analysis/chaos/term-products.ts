import type { Cell } from '../../design/cell.ts';
import type { ColumnOf } from './choose-fit.ts';
import type { PolynomialFamily } from './polynomial-family.ts';

/** Values of one input, numbers or texts. */
export type InputColumn = Float64Array | readonly Cell[];

/** Columns times their coefficients, added. */
export function sumOfProducts(
  columns: readonly Float64Array[],
  coefficients: readonly number[],
): Float64Array {
  const sum = new Float64Array(columns[0]?.length ?? 0);
  columns.forEach((column, term) => {
    const coefficient = coefficients[term] ?? 0;
    for (let row = 0; row < sum.length; row += 1) {
      sum[row] = (sum[row] ?? 0) + coefficient * (column[row] ?? NaN);
    }
  });
  return sum;
}

/** Products of polynomials over some points; each is made once. @param highest degree of each input */
export function createProducts(
  families: readonly PolynomialFamily[],
  highest: readonly number[],
  points: readonly InputColumn[],
  size: number,
): ColumnOf {
  const powers = families.map((family, input) => {
    const columns = Array.from({ length: (highest[input] ?? 0) + 1 }, () => new Float64Array(size));
    for (let row = 0; row < size; row += 1) {
      const values = family.values(points[input]?.[row] ?? NaN, columns.length - 1);
      columns.forEach((column, degree) => (column[row] = values[degree] ?? NaN));
    }
    return columns;
  });
  const made = new Map<string, Float64Array>();
  return (index) => {
    const known = made.get(index.join());
    if (known) return known;
    const column = new Float64Array(size).fill(1);
    index.forEach((degree, input) => {
      const power = powers[input]?.[degree];
      if (degree === 0 || !power) return;
      for (let row = 0; row < size; row += 1)
        column[row] = (column[row] ?? 0) * (power[row] ?? NaN);
    });
    made.set(index.join(), column);
    return column;
  };
}
