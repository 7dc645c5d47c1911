import { createColumnViews, rankScatterOf, scatterOf, type ColumnViews } from './column-views.ts';
import { completeRows, varies } from './complete-rows.ts';
import { leastSquares, type LeastSquaresFit } from './least-squares.ts';

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

/** What a regression is made of. */
interface RegressionSettings {
  /** Of ranks instead of values. */
  readonly ranked?: boolean;
  readonly views?: ColumnViews;
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
  settings: RegressionSettings = {},
): StandardisedRegression | undefined {
  return regressEach(inputs, [response], settings)[0];
}

/** The same of several responses; what is made of the inputs alone is made once, where they have the same rows. */
export function regressEach(
  inputs: readonly Float64Array[],
  responses: readonly Float64Array[],
  { ranked = false, views = createColumnViews() }: RegressionSettings = {},
): readonly (StandardisedRegression | undefined)[] {
  const standardise = (values: Float64Array): Float64Array => {
    const { values: centred, squares } = views.once(ranked ? rankScatterOf : scatterOf, values);
    const norm = Math.sqrt(squares);
    return centred.map((value) => value / norm);
  };
  let last: { readonly of: readonly Float64Array[]; readonly fit: LeastSquaresFit } | undefined;
  const fitOf = (of: readonly Float64Array[], y: Float64Array): LeastSquaresFit | undefined => {
    const target = standardise(y);
    const isKnown = last?.of.length === of.length && of.every((own, at) => own === last?.of[at]);
    if (last && isKnown) return last.fit.again(target);
    const fit = leastSquares(of.map(standardise), target);
    last = fit && { of, fit };
    return fit;
  };
  return responses.map((response) => regressComplete(inputs, response, views, fitOf));
}

function regressComplete(
  inputs: readonly Float64Array[],
  response: Float64Array,
  views: ColumnViews,
  fitOf: (of: readonly Float64Array[], y: Float64Array) => LeastSquaresFit | undefined,
): StandardisedRegression | undefined {
  const complete = completeRows([...inputs, response], views);
  const y = complete.at(-1);
  const used = complete
    .slice(0, -1)
    .flatMap((column, index) => (views.once(varies, column) ? [index] : []));
  if (y === undefined || used.length === 0 || y.length < used.length + 2 || !views.once(varies, y))
    return undefined;
  const fit = fitOf(
    used.map((index) => complete[index] ?? y),
    y,
  );
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
