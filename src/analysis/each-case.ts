import type { Cell } from '../design/cell.ts';
import type { NumericColumn } from './study-table.ts';

/** A response of one case, over the rows of the design. */
export interface CaseResponse extends NumericColumn {
  /** The case's number from 1, where there are several. */
  readonly label: { readonly case?: number };
}

/** Every response once per case, as runs of a row are next to each other. */
export function eachCase(
  responses: readonly NumericColumn[],
  cases: number,
): readonly CaseResponse[] {
  return responses.flatMap(({ name, values }) =>
    Array.from({ length: cases }, (_, index) => ({
      name,
      values: numbersOfCase(values, cases, index),
      label: cases > 1 ? { case: index + 1 } : {},
    })),
  );
}

/** A column's entries of one case. */
export function numbersOfCase(values: Float64Array, cases: number, index: number): Float64Array {
  return cases === 1 ? values : values.filter((_, run) => run % cases === index);
}

/** An input column's entries of one case, numbers or texts. */
export function cellsOfCase(
  values: Float64Array | readonly Cell[],
  cases: number,
  index = 0,
): Float64Array | readonly Cell[] {
  if (values instanceof Float64Array) return numbersOfCase(values, cases, index);
  return cases === 1 ? values : values.filter((_, run) => run % cases === index);
}
