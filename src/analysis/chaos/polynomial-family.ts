import type { Cell } from '../../design/cell.ts';

/** Polynomials of one input that are orthonormal under its distribution: of mean 0 and variance 1 but for the constant. */
export interface PolynomialFamily {
  readonly name: 'Legendre' | 'Hermite' | 'discrete' | 'own';
  /** Highest degree; a distribution on m levels has m - 1. */
  readonly highest: number;
  /** Values of degree 0 .. `degree` at a value of the input; NaN where its distribution has no such value. Numbers that are a level but for their last digits count as it. */
  readonly values: (cell: Cell, degree: number) => Float64Array;
}
