import type { Cell } from '../../design/cell.ts';
import { hyperbolicSet, type MultiIndex } from './index-set.ts';
import {
  polynomialFamily,
  type InputDistribution,
  type PolynomialFamily,
} from './polynomial-family.ts';
import { sparseFit, type SparseFit } from './sparse-fit.ts';

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
  readonly r2: number;
  /** 1 less the leave-one-out error as a share of the variance. */
  readonly q2: number;
  /** Values at points given in columns, one an input. */
  readonly evaluate: (points: readonly InputColumn[]) => Float64Array;
}

/** Values of one input, numbers or texts. */
export type InputColumn = Float64Array | readonly Cell[];

export interface ChaosSettings {
  /** All products up to this total degree instead of a choice among them. */
  readonly degree?: number;
}

/** Multiplications that the choice among one set of terms may cost. */
const mostWork = 1.5e8;

/** A fit with a smaller error, as a share of the variance, isn't looked for. */
const smallestError = 1e-10;

/** How strongly interactions of high degree are left out of the choice. */
const hyperbolicNorm = 0.75;

/** Highest degree that is tried. */
const mostDegree = 14;

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
  const families = distributions.map(polynomialFamily);
  const rows = Array.from(response.keys()).filter(
    (row) =>
      Number.isFinite(response[row]) &&
      families.every((family, input) =>
        Number.isFinite(family.values(inputs[input]?.[row] ?? NaN, 1)[1]),
      ),
  );
  const y = Float64Array.from(rows, (row) => response[row] ?? NaN);
  const n = y.length;
  const mean = y.reduce((sum, value) => sum + value, 0) / n;
  const total = y.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  if (n < 4 || !(total > 0) || distributions.length === 0 || distributions.length > mostInputs)
    return undefined;
  const highest = families.map((family) => Math.min(family.highest, asked ?? mostDegree));
  const used = inputs.map((column) => Array.from(rows, (row) => column[row] ?? NaN));
  const columnOf = createProducts(families, highest, used, n);
  const found =
    asked === undefined
      ? chooseFit(highest, columnOf, y, total)
      : fullFit(highest, asked, columnOf, y);
  if (!found) return undefined;
  const { fit, set, degree } = found;
  const terms = fit.chosen.map((place, k) => ({
    degrees: set[place] ?? [],
    coefficient: fit.coefficients[k] ?? 0,
  }));
  return {
    terms,
    families: families.map(({ name }) => name),
    degree,
    candidates: set.length,
    count: n,
    r2: 1 - fit.residualSquares / total,
    q2: 1 - fit.leaveOneOutSquares / total,
    evaluate: (points) => {
      const size = points[0]?.length ?? 0;
      const reached = families.map((_, input) =>
        terms.reduce((most, { degrees }) => Math.max(most, degrees[input] ?? 0), 0),
      );
      const productOf = createProducts(families, reached, points, size);
      const sum = new Float64Array(size);
      for (const { degrees, coefficient } of terms) {
        const product = productOf(degrees);
        for (let row = 0; row < size; row += 1) {
          sum[row] = (sum[row] ?? 0) + coefficient * (product[row] ?? NaN);
        }
      }
      return sum;
    },
  };
}

type ColumnOf = (index: MultiIndex) => Float64Array;

/** Products of polynomials over some points; each is made once. */
function createProducts(
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

interface ChosenFit {
  readonly fit: SparseFit;
  readonly set: readonly MultiIndex[];
  readonly degree: number;
}

function fullFit(
  highest: readonly number[],
  degree: number,
  columnOf: ColumnOf,
  y: Float64Array,
): ChosenFit | undefined {
  const set = hyperbolicSet(
    highest,
    degree,
    1,
    Math.min(y.length - 1, Math.sqrt(mostWork / y.length)),
  );
  const fit = set && sparseFit(set.map(columnOf), y, set.length, { all: true });
  return fit && set ? { fit, set, degree } : undefined;
}

/** Degrees from 1 until two in a row bring nothing; each set may hold more candidates than there are rows. */
function chooseFit(
  highest: readonly number[],
  columnOf: ColumnOf,
  y: Float64Array,
  total: number,
): ChosenFit | undefined {
  const n = y.length;
  const most = Math.max(
    2,
    Math.min(Math.floor(n / 2), Math.floor(Math.sqrt(mostWork / n / 4)), 200),
  );
  let best: ChosenFit | undefined;
  for (let degree = 1, misses = 0; degree <= mostDegree && misses < 2; degree += 1) {
    if (best && best.fit.corrected <= smallestError * total) break;
    const set = hyperbolicSet(highest, degree, hyperbolicNorm, Math.min(1000, mostWork / n / most));
    if (set === undefined || (degree > 1 && set.length === best?.set.length)) break;
    const fit = sparseFit(set.map(columnOf), y, most);
    if (!fit) break;
    if (best === undefined || fit.corrected < best.fit.corrected)
      [best, misses] = [{ fit, set, degree }, 0];
    else misses += 1;
  }
  return best;
}
