import type { Cell } from '../../design/cell.ts';
import { centre, meanOf } from '../centre.ts';
import { dot } from '../orthogonal-basis.ts';
import { crossValidatedErrors } from './cross-validation.ts';
import { createGrowingFit } from '../growing-fit.ts';
import { chooseFit, fullFit, mostDegree, mostTerms, smallestError } from './choose-fit.ts';
import { groupRows, singleRows, type RowGroups } from '../row-groups.ts';
import type { MultiIndex } from './index-set.ts';
import { indistinctTerms } from './indistinct-terms.ts';
import { degreesBeyond, neighbourFits, type NeighbourFit } from './neighbour-fits.ts';
import { usableRows } from './usable-rows.ts';
import { createProducts, sumOfProducts, type InputColumn } from './term-products.ts';
import { polynomialFamilies, type InputDistribution } from './polynomial-families.ts';
import type { PolynomialFamily } from './polynomial-family.ts';

/** A response as a sum of products of polynomials that are orthonormal under the inputs' distributions. */
export interface PolynomialChaos {
  readonly terms: readonly { readonly degrees: MultiIndex; readonly coefficient: number }[];
  readonly families: readonly PolynomialFamily['name'][];
  /** Degree of the set that the terms were chosen from. */
  readonly degree: number;
  /** Terms that could be chosen. */
  readonly candidates: number;
  /** Runs used. */
  readonly count: number;
  /** Runs that gave a value, but have one of an input that its distribution doesn't have. */
  readonly outside: number;
  /** Inputs of the runs used, one column an input. */
  readonly sample: readonly (readonly Cell[])[];
  /** Degrees that an input's values in the runs allow; 0 where it has only one. */
  readonly highest: readonly number[];
  /** Degrees of terms that the runs can't tell from those of the fit. */
  readonly indistinct: readonly MultiIndex[];
  readonly r2: number;
  /** 1 less the error on runs left out as a share of the variance: ten or twenty parts, terms chosen afresh without each; leave-one-out where none are chosen. */
  readonly q2: number;
  /** Error of each run used when it is left out. */
  readonly errors: Float64Array;
  /** Which of the runs used are left out together, as they share a row. */
  readonly repeats: RowGroups;
  /** Fits that the runs allow as well, in the units of the response. */
  readonly neighbours: readonly NeighbourFit[];
  /** Value of the expansion at each run used. */
  readonly predicted: Float64Array;
  /** Coefficients of a fit of these terms to the predictions plus errors of runs picked for each. */
  readonly redraw: (pick: (row: number) => number) => readonly number[];
  /** Values at points given in columns, one an input. */
  readonly evaluate: (points: readonly InputColumn[]) => Float64Array;
  /** The product of polynomials of each term at such points. @param own degrees of other terms */
  readonly products: (
    points: readonly InputColumn[],
    own?: readonly MultiIndex[],
  ) => readonly Float64Array[];
}

export interface ChaosSettings {
  /** All products up to this total degree instead of a choice among them. */
  readonly degree?: number;
}

/** Products of more inputs than this aren't listed. */
const mostInputs = 300;

/**
 * Polynomial chaos by regression on the rows that have a response: sparse, its degree and terms chosen by the leave-one-out error, so that
 * a failed run costs one row and no structure.
 * @param inputs columns of all inputs; rows with a value that the input's distribution doesn't have are left out
 * @param response NaN where a run gave none
 * @returns undefined where the response is constant, too few rows are left, or a full set of the degree asked for can't be told apart
 * @see G. Blatman, B. Sudret (2011), doi:10.1016/j.jcp.2010.12.021
 */
export function polynomialChaos(
  inputs: readonly InputColumn[],
  distributions: readonly InputDistribution[],
  response: Float64Array,
  { degree: asked }: ChaosSettings = {},
): PolynomialChaos | undefined {
  if (distributions.length === 0 || distributions.length > mostInputs) return undefined;
  const choices = distributions.map(polynomialFamilies);
  const first = fitFamilies(
    choices.map(([family]) => family),
    inputs,
    response,
    asked,
  );
  const hasOthers = choices.some((families) => families.length > 1);
  if (!first || !hasOthers || first.error <= smallestError) return first?.chaos;
  const second = fitFamilies(
    choices.map((families) => families.at(-1) ?? families[0]),
    inputs,
    response,
    asked,
  );
  return second && second.error < first.error ? second.chaos : first.chaos;
}

/** @returns the error is what fits are chosen by, as a share of the variance */
function fitFamilies(
  families: readonly PolynomialFamily[],
  inputs: readonly InputColumn[],
  response: Float64Array,
  asked: number | undefined,
): { readonly chaos: PolynomialChaos; readonly error: number } | undefined {
  const rows = usableRows(families, inputs, response);
  const raw = Float64Array.from(rows, (row) => response[row] ?? NaN);
  const n = raw.length;
  const middle = meanOf(raw);
  const { values: y, scale } = centre(raw);
  const total = dot(y, y);
  if (n < 4 || !(total > 0)) return undefined;
  const used = inputs.map((column) => Array.from(rows, (row) => column[row] ?? NaN));
  const sizes = families.map((family, input) => countValues(family, used[input] ?? []));
  // On m values, polynomials of degree m and more are sums of those below.
  const highest = families.map((family, input) =>
    Math.min(family.highest, asked ?? mostDegree, (sizes[input] ?? 1) - 1),
  );
  const beyond = families.map((family, input) =>
    Math.min(family.highest, (highest[input] ?? 0) + degreesBeyond, (sizes[input] ?? 1) - 1),
  );
  const repeats = groupRows(used, n);
  // Where the runs have every combination of the levels, no other is to be predicted: then repeats are as good as new runs.
  const isWhole =
    families.every(({ name }) => name === 'discrete') &&
    repeats.count === sizes.reduce((product, size) => product * size, 1);
  const groups = isWhole ? singleRows(n) : repeats;
  const columnOf = createProducts(families, beyond, used, n);
  const found =
    asked === undefined
      ? chooseFit(highest, columnOf, y, total, groups)
      : fullFit(highest, asked, columnOf, y, groups);
  if (!found) return undefined;
  const { fit, set, degree } = found;
  // The constant is the first term of every fit.
  const inUnits = (coefficient: number, term: number): number =>
    coefficient * scale + (term === 0 ? middle : 0);
  const terms = fit.chosen.map((place, k) => ({
    degrees: set[place] ?? [],
    coefficient: inUnits(fit.coefficients[k] ?? 0, k),
  }));
  const chosen = terms.map(({ degrees }) => degrees);
  const growing = createGrowingFit(y, groups);
  for (const degrees of chosen) growing.add(columnOf(degrees));
  const errors =
    asked === undefined
      ? crossValidatedErrors(set.map(columnOf), y, mostTerms, groups)
      : growing.leaveOneOutErrors();
  const products = (
    points: readonly InputColumn[],
    own: readonly MultiIndex[] = chosen,
  ): readonly Float64Array[] => {
    const reached = families.map((_, input) =>
      own.reduce((most, degrees) => Math.max(most, degrees[input] ?? 0), 0),
    );
    const productOf = createProducts(families, reached, points, points[0]?.length ?? 0);
    return own.map(productOf);
  };
  const chaos: PolynomialChaos = {
    terms,
    families: families.map(({ name }) => name),
    degree,
    candidates: set.length,
    count: n,
    outside: response.filter(Number.isFinite).length - n,
    sample: used,
    highest,
    indistinct: indistinctTerms(chosen, highest, columnOf, repeats.count),
    neighbours: neighbourFits(chosen, beyond, columnOf, growing).map(({ input, terms: own }) => ({
      input,
      terms: own.map((term) => ({ ...term, coefficient: term.coefficient * scale })),
    })),
    r2: 1 - fit.residualSquares / total,
    q2: 1 - errors.reduce((sum, error) => sum + error ** 2, 0) / total,
    errors: errors.map((error) => error * scale),
    repeats: groups,
    predicted: y.map((value, row) => inUnits(value - (growing.residual[row] ?? 0), 0)),
    redraw: (pick) =>
      growing
        .coefficients(
          y.map((value, row) => value - (growing.residual[row] ?? 0) + (errors[pick(row)] ?? 0)),
        )
        .map(inUnits),
    products,
    evaluate: (points) =>
      sumOfProducts(
        products(points),
        terms.map(({ coefficient }) => coefficient),
      ),
  };
  return { chaos, error: fit.corrected / total };
}

/** How many values an input takes that its polynomials can tell apart. */
function countValues(family: PolynomialFamily, cells: readonly Cell[]): number {
  return new Set(cells.map((cell) => family.values(cell, 1)[1])).size;
}
