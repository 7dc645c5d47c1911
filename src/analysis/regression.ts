import { centre } from './centre.ts';
import { completeRows, varies } from './complete-rows.ts';
import { leastSquares } from './least-squares.ts';
import { dot } from './orthogonal-basis.ts';
import { ranks } from '../numbers/ranks.ts';

/** A linear regression of a response on standardised inputs. */
export interface StandardisedRegression {
  /** One a given input; undefined where the input is constant. */
  readonly coefficients: readonly (number | undefined)[];
  /** Share of the variance that the regression explains; below 0.7 the coefficients say little. */
  readonly r2: number;
  /** Correlation of each input with the response when the linear effect of the other inputs is taken out of both. */
  readonly partial: readonly (number | undefined)[];
  /** How many times as large the variance of each coefficient is as without the other inputs; infinite where they tie it down. */
  readonly inflation: readonly (number | undefined)[];
  /** Runs used: those in which every value is known. */
  readonly count: number;
}

function standardise(values: Float64Array): Float64Array {
  const { values: centred } = centre(values);
  const norm = Math.sqrt(dot(centred, centred));
  return centred.map((value) => value / norm);
}

/**
 * Standardised regression coefficients (SRC) and partial correlations of a response by least squares over the complete rows;
 * `ranked` makes SRRC and partial rank correlations of them.
 * @returns undefined where fewer rows than inputs + 2 are complete, inputs depend on each other linearly, or the response is constant
 * @see A. Saltelli et al. (2008), Global Sensitivity Analysis, doi:10.1002/9780470725184, chapter 1
 */
export function regress(
  inputs: readonly Float64Array[],
  response: Float64Array,
  { ranked = false }: { ranked?: boolean } = {},
): StandardisedRegression | undefined {
  const complete = completeRows([...inputs, response]).map((column) =>
    ranked ? ranks(column) : column,
  );
  const y = complete.at(-1);
  const used = complete.slice(0, -1).flatMap((column, index) => (varies(column) ? [index] : []));
  if (y === undefined || used.length === 0 || y.length < used.length + 2 || !varies(y))
    return undefined;
  const columns = used.map((index) => standardise(complete[index] ?? y));
  const target = standardise(y);
  const fit = leastSquares(columns, target);
  if (!fit) return undefined;
  const { coefficients, varianceFactors, residualSquares: residual } = fit;
  // t-statistic's square against the residual: r^2 = b^2 / (b^2 + c residual), c the diagonal of (X'X)^-1.
  const partial = coefficients.map(
    (b, index) => b / Math.sqrt(b * b + (varianceFactors[index] ?? 0) * residual || 1),
  );
  const place = (values: readonly number[]): readonly (number | undefined)[] =>
    inputs.map((_, index) => values[used.indexOf(index)]);
  return {
    coefficients: place(coefficients),
    r2: 1 - residual,
    partial: place(partial),
    // Columns of length 1.
    inflation: place(varianceFactors),
    count: y.length,
  };
}
