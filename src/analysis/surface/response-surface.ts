import { centre as centreColumn, meanOf } from '../centre.ts';
import { completeRows, varies } from '../complete-rows.ts';
import { studentQuantile } from '../../distributions/index.ts';
import type { Interval } from '../confidence-intervals.ts';
import { dot } from '../orthogonal-basis.ts';
import { leastSquares } from '../least-squares.ts';
import type { Residuals } from '../doubts/residual-doubts.ts';
import { groupRows, splitGroups, type RowGroups } from '../row-groups.ts';

/** A quadratic polynomial in inputs that are scaled to -1 .. 1 over the rows it was fitted to. */
export interface ResponseSurface {
  /** Inputs that vary, by their place in the list given. */
  readonly inputs: readonly number[];
  readonly centre: readonly number[];
  readonly halfRange: readonly number[];
  /** Exponents of each term by input, its coefficient and the error of that. */
  readonly terms: readonly {
    readonly exponents: readonly number[];
    readonly coefficient: number;
    readonly standardError: number;
  }[];
  readonly r2: number;
  /** Share of the variance predicted for rows that were left out, each with its repeats (but where the fit can't do without these); far below r2 = overfitted, -Infinity where there is no surface without a row. */
  readonly q2: number;
  readonly count: number;
  /** Scaled values of the inputs in the rows it was fitted to, and what it leaves of these. */
  readonly scaled: readonly Float64Array[];
  readonly residuals: Omit<Residuals, 'rows'>;
  /** What it predicts for these rows. */
  readonly fitted: Float64Array;
  /** Rows that differ in their inputs. */
  readonly points: number;
  readonly predict: (point: readonly number[]) => number;
  /** Of the prediction of a run at a point, by what the surface leaves of the runs; absent where no runs measure that. */
  readonly interval: (point: readonly number[], confidence: number) => Interval | undefined;
}

/**
 * Quadratic response surface over the complete rows.
 * @param inputs columns
 * @returns undefined with fewer rows than terms + 1 or where the design can't tell the terms apart
 * @see R. H. Myers, D. C. Montgomery, C. M. Anderson-Cook, Response Surface Methodology, ISBN 978-1-118-91601-8
 */
export function quadraticSurface(
  inputs: readonly Float64Array[],
  response: Float64Array,
): ResponseSurface | undefined {
  const complete = completeRows([...inputs, response]);
  const y = complete.at(-1) ?? new Float64Array();
  const used = inputs.flatMap((_, index) => (varies(complete[index] ?? y) ? [index] : []));
  if (used.length === 0 || y.length < 3 || !varies(y)) return undefined;
  const ranges = used.map((index) => {
    const column = complete[index] ?? y;
    const low = column.reduce((a, b) => Math.min(a, b), Infinity);
    const high = column.reduce((a, b) => Math.max(a, b), -Infinity);
    return { low, high, squares: new Set(column).size > 2 };
  });
  const centre = ranges.map(({ low, high }) => (low + high) / 2);
  const halfRange = ranges.map(({ low, high }) => (high - low) / 2);
  const scaled = used.map((index, place) =>
    (complete[index] ?? y).map((x) => (x - (centre[place] ?? 0)) / (halfRange[place] ?? 1)),
  );
  const exponents = quadraticExponents(ranges.map(({ squares }) => squares));
  const columns = exponents.map((powers) => y.map((_, row) => productAt(powers, scaled, row)));
  if (y.length < columns.length + 1) return undefined;
  const middle = meanOf(y);
  const { values: target, scale } = centreColumn(y);
  const groups = groupRows(complete.slice(0, -1), y.length);
  const grouped = leastSquares(columns, target, groups);
  const pillars = grouped ? pillarsOf(groups, target, grouped.leverage) : new Set<number>();
  const withoutRepeats =
    pillars.size > 0
      ? leastSquares(
          columns,
          target,
          splitGroups(groups, (group) => pillars.has(group)),
        )
      : grouped;
  // Where the surface needs every point, what is left to predict are repeats.
  const fit =
    withoutRepeats?.leaveOneOutSquares === Infinity
      ? leastSquares(columns, target)
      : withoutRepeats;
  if (!fit) return undefined;
  const total = dot(target, target);
  const terms = exponents.map((powers, index) => ({
    exponents: powers,
    coefficient: (fit.coefficients[index] ?? 0) * scale + (index === 0 ? middle : 0),
    standardError: (fit.standardErrors[index] ?? NaN) * scale,
  }));
  const productsAt = (point: readonly number[]): readonly number[] => {
    const z = used.map(
      (index, i) => ((point[index] ?? NaN) - (centre[i] ?? 0)) / (halfRange[i] ?? 1),
    );
    return exponents.map((powers) =>
      powers.reduce((product, power, i) => product * (z[i] ?? 0) ** power, 1),
    );
  };
  const predict = (point: readonly number[]): number => {
    const products = productsAt(point);
    return terms.reduce(
      (sum, { coefficient }, index) => sum + coefficient * (products[index] ?? 0),
      0,
    );
  };
  return {
    inputs: used,
    centre,
    halfRange,
    terms,
    r2: 1 - fit.residualSquares / total,
    q2: 1 - fit.leaveOneOutSquares / total,
    count: y.length,
    scaled,
    residuals: {
      values: fit.residual.map((value) => value * scale),
      ...{ leverage: fit.leverage, freedom: fit.freedom },
    },
    fitted: y.map((value, row) => value - (fit.residual[row] ?? 0) * scale),
    points: groups.count,
    predict,
    interval: (point, confidence) => {
      if (fit.freedom < 1) return undefined;
      const variance =
        (fit.residualSquares / fit.freedom) * (1 + fit.leverageAt(productsAt(point)));
      const half = studentQuantile((1 + confidence) / 2, fit.freedom) * Math.sqrt(variance) * scale;
      const value = predict(point);
      return [value - half, value + half];
    },
  };
}

/** The product of the inputs of a row, each to its power. */
export function productAt(
  powers: readonly number[],
  scaled: readonly Float64Array[],
  row: number,
): number {
  let product = 1;
  for (let input = 0; input < powers.length; input += 1) {
    const power = powers[input] ?? 0;
    if (power > 0) product *= (scaled[input]?.[row] ?? 0) ** power;
  }
  return product;
}

/** A point that draws the fit to itself this much is one without which it hardly has its coefficients. */
const pillar = 0.9;

/**
 * Points that the fit can't do without, such as the centre of a central composite design, and whose repeats differ: one of their runs left out is
 * predicted from the others, which have errors of their own. Without all of them the error is that of a design that nobody made.
 */
function pillarsOf(
  { of, sizes }: RowGroups,
  y: Float64Array,
  leverage: Float64Array,
): ReadonlySet<number> {
  const firstOf = new Map<number, number>();
  return new Set(
    Array.from(of).filter((group, row) => {
      const value = y[row] ?? NaN;
      if (!firstOf.has(group)) firstOf.set(group, value);
      const differs = firstOf.get(group) !== value;
      return differs && (leverage[row] ?? 0) * (sizes[group] ?? 1) > pillar;
    }),
  );
}

/** Constant, linear, interaction and, where an input has more than two values, square terms. */
function quadraticExponents(squares: readonly boolean[]): readonly (readonly number[])[] {
  const d = squares.length;
  const term = (...places: number[]): readonly number[] =>
    Array.from({ length: d }, (_, index) => places.filter((place) => place === index).length);
  const pairs = squares.flatMap((ownSquare, i) =>
    Array.from({ length: d - i }, (_, step) => i + step)
      .filter((j) => j !== i || ownSquare)
      .map((j) => term(i, j)),
  );
  return [term(), ...squares.map((_, index) => term(index)), ...pairs];
}
