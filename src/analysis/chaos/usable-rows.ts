import type { PolynomialFamily } from './polynomial-family.ts';
import type { InputColumn } from './term-products.ts';

/** Rows with a finite response and inputs that their distributions have. */
export function usableRows(
  families: readonly PolynomialFamily[],
  inputs: readonly InputColumn[],
  response: Float64Array,
): readonly number[] {
  return Array.from(response.keys()).filter(
    (row) =>
      Number.isFinite(response[row]) &&
      families.every((family, input) =>
        Number.isFinite(family.values(inputs[input]?.[row] ?? NaN, 1)[1]),
      ),
  );
}
