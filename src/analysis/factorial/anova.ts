import type { Cell } from '../../design/cell.ts';
import { varianceRatioTail } from '../../distributions/index.ts';
import { centre } from '../centre.ts';
import { factorContrasts } from './factor-contrasts.ts';
import { lackOfFit } from './lack-of-fit.ts';
import type { Residuals } from '../residual-doubts.ts';
import { createOrthogonalBasis, dot, type OrthogonalBasis } from '../orthogonal-basis.ts';

/** What one factor, or two together, explain of a response's scatter. */
export interface AnovaTerm {
  /** One or two places in the list of factors; of a curvature, all that are at their middle in the centre points. */
  readonly factors: readonly number[];
  /** What the centre points are off the mean of the others: it can't be told whose it is. Absent for other terms. */
  readonly isCurvature?: true;
  /** Degrees of freedom. */
  readonly freedom: number;
  /** Of type II: beyond all terms that don't contain this one. Absent where no double holds it. */
  readonly sumOfSquares?: number;
  /** Of the total sum of squares. */
  readonly share: number;
  /** Mean square over the residual's; needs residual degrees of freedom. */
  readonly f?: number;
  /** Probability of an F at least as large by chance. */
  readonly pValue?: number;
}

/** Analysis of variance of a response over factors at levels. */
export interface Anova {
  readonly terms: readonly AnovaTerm[];
  readonly residual: { readonly freedom: number; readonly sumOfSquares?: number };
  readonly total: { readonly freedom: number; readonly sumOfSquares?: number };
  /** What the terms leave of each run, as a share of the largest deviation from the mean. */
  readonly residuals: Residuals;
  /** Probability of so much more error than replicates show, by chance; absent without replicates, or where nothing else measures it. */
  readonly lackOfFit?: number;
  /** The terms hold all there is: F and p can't be given. */
  readonly isExact: boolean;
  /** Interactions that the runs can't wholly tell from the terms before them, as places in the list of factors. */
  readonly aliased: readonly (readonly [number, number])[];
  /** Interactions that are no terms, as no run would be left to measure the error: if one acts, the residual holds it. */
  readonly pooled: readonly (readonly [number, number])[];
  /** Runs used. */
  readonly count: number;
}

/** Below this, doubles lose digits. */
const smallestSquare = 2 ** -1022;

/** More multiplications than this are not spent on interactions. */
const mostWork = 5e8;

/**
 * Main effects and interactions of two, with sums of squares of type II, which for a balanced design are the textbook's and with missing
 * runs still compare like with like. Where interactions would leave no residual, they are its measure.
 * @param factors columns of levels, numbers or texts
 * @param response NaN where a run gave none
 * @returns undefined where main effects leave no residual or the response is constant
 * @see D. C. Montgomery, Design and Analysis of Experiments, ISBN 978-1-119-49244-3; type II: F. Yates (1934), doi:10.1080/01621459.1934.10502686
 */
export function anova(
  factors: readonly (Float64Array | readonly Cell[])[],
  response: Float64Array,
): Anova | undefined {
  const rows = Array.from(response.keys()).filter((row) => Number.isFinite(response[row]));
  const y = Float64Array.from(rows, (row) => response[row] ?? NaN);
  const { values: centred, scale } = centre(y);
  const levels = factors.map((column) => rows.map((row) => column[row] ?? ''));
  const contrasts = factorContrasts(levels);
  if (!contrasts) return undefined;
  const mains = contrasts.factors.flatMap(({ own }, index) =>
    own.length > 0 ? [{ factors: [index], size: own.length, columns: () => own }] : [],
  );
  const { curvature } = contrasts;
  const alone: readonly Term[] = [
    ...mains,
    ...(curvature
      ? [
          {
            ...{ factors: curvature.factors, size: 1, isCurvature: true as const },
            columns: () => [curvature.column],
          },
        ]
      : []),
  ];
  const pairs = mains.flatMap(({ factors: [i = 0] }, place) =>
    mains.slice(place + 1).map(({ factors: [j = 0] }): Term => {
      const [left, right] = [i, j].map((factor) => contrasts.factors[factor]?.crossed ?? []);
      const [own, other] = [left ?? [], right ?? []];
      return {
        ...{ factors: [i, j], size: own.length * other.length },
        columns: () => products(own, other),
      };
    }),
  );
  const all = [...alone, ...pairs];
  const parameters = 1 + all.reduce((sum, { size }) => sum + size, 0);
  const work = parameters ** 2 * (y.length + parameters * all.length);
  const isTooLarge = work > mostWork;
  let pooled = isTooLarge ? pairs.map(pairOf) : [];
  const candidates = isTooLarge ? [alone] : [all, alone];
  for (const terms of candidates) {
    const parameterCount = 1 + terms.reduce((sum, { size }) => sum + size, 0);
    if (terms.length === 0 || parameterCount ** 2 * y.length > mostWork) return undefined;
    const fit = fitTerms(terms, y.length);
    const freedom = y.length - fit.basis.columns.length;
    if (freedom < 1) {
      pooled = terms.flatMap(({ factors: [i, j], isCurvature }, index) =>
        isCurvature !== true && i !== undefined && j !== undefined && (fit.own[index] ?? 0) > 0
          ? [[i, j] as const]
          : [],
      );
      continue;
    }
    const table = tableOf(terms, fit, centred, freedom, scale, rows);
    if (!table) return undefined;
    const chance = lackOfFit(levels, table.residuals.values, freedom);
    return { ...table, ...(chance === undefined ? {} : { lackOfFit: chance }), pooled };
  }
  return undefined;
}

/** A term with its columns, made when they are needed: of many factors, those of all interactions are too many. */
interface Term extends Pick<AnovaTerm, 'factors' | 'isCurvature'> {
  /** How many columns it has. */
  readonly size: number;
  readonly columns: () => readonly Float64Array[];
}

function products(
  left: readonly Float64Array[],
  right: readonly Float64Array[],
): readonly Float64Array[] {
  return left.flatMap((one) => right.map((other) => one.map((x, row) => x * (other[row] ?? 0))));
}

function pairOf({ factors: [i = -1, j = -1] }: Term): readonly [number, number] {
  return [i, j];
}

/** Whether a term is part of another one, which then isn't taken out before it. */
function isWithin(term: Term, other: Term | undefined): boolean {
  if (other === undefined || term === other) return true;
  if (term.isCurvature === true || other.isCurvature === true) return false;
  return term.factors.every((factor) => other.factors.includes(factor));
}

interface FittedTerms {
  readonly basis: OrthogonalBasis;
  /** Columns of the basis' R that belong to each term, and how many. */
  readonly places: readonly (readonly number[])[];
  readonly own: readonly number[];
}

function fitTerms(terms: readonly Term[], rows: number): FittedTerms {
  const basis = createOrthogonalBasis();
  basis.add(new Float64Array(rows).fill(1));
  const places = terms.map(({ columns }) =>
    columns().flatMap((column) => (basis.add(column) ? [basis.columns.length - 1] : [])),
  );
  return { basis, places, own: places.map((own) => own.length) };
}

function tableOf(
  terms: readonly Term[],
  { basis, places }: FittedTerms,
  y: Float64Array,
  freedom: number,
  /** What y was divided by. */
  scale: number,
  rows: readonly number[],
): Omit<Anova, 'pooled' | 'lackOfFit'> | undefined {
  const size = basis.columns.length;
  const target = Float64Array.from(basis.columns, (unit) => dot(unit, y));
  const total = dot(y, y);
  if (!(total > 0)) return undefined;
  // The residual by itself, and not as a difference of sums, which would lose the digits of a small one.
  const rest = y.slice();
  basis.columns.forEach((unit, place) => {
    const own = target[place] ?? 0;
    for (let row = 0; row < rest.length; row += 1) {
      rest[row] = (rest[row] ?? 0) - own * (unit[row] ?? 0);
    }
  });
  const residual = dot(rest, rest);
  const isExact = residual <= 1e-24 * total;
  const inUnits = (square: number): { readonly sumOfSquares?: number } => {
    const sumOfSquares = square * scale * scale;
    const isHeld = square === 0 || (sumOfSquares >= smallestSquare && sumOfSquares < Infinity);
    return isHeld ? { sumOfSquares } : {};
  };
  // Within the span of all terms, a fit of some of them is the same on the columns of R, which are few.
  const columnOf = (place: number): Float64Array => {
    const column = new Float64Array(size);
    column.set(basis.upper[place] ?? []);
    return column;
  };
  return {
    terms: terms.flatMap((term, index) => {
      const own = places[index] ?? [];
      if (own.length === 0) return [];
      const others = places.filter((_, other) => !isWithin(term, terms[other]));
      const part = createOrthogonalBasis();
      for (const place of [0, ...others.flat()]) part.add(columnOf(place));
      const before = part.columns.length;
      for (const place of own) part.add(columnOf(place));
      const sumOfSquares = part.columns
        .slice(before)
        .reduce((sum, unit) => sum + dot(unit, target) ** 2, 0);
      const f = sumOfSquares / own.length / (residual / freedom);
      return [
        {
          factors: term.factors,
          ...(term.isCurvature === true ? { isCurvature: true as const } : {}),
          freedom: own.length,
          ...inUnits(sumOfSquares),
          share: sumOfSquares / total,
          ...(isExact ? {} : { f, pValue: varianceRatioTail(f, own.length, freedom) }),
        },
      ];
    }),
    residual: { freedom, ...inUnits(residual) },
    total: { freedom: y.length - 1, ...inUnits(total) },
    residuals: {
      rows,
      // Rounding of an exact fit isn't an error.
      values: isExact ? rest.map(() => 0) : rest,
      leverage: y.map((_, row) =>
        basis.columns.reduce((sum, unit) => sum + (unit[row] ?? 0) ** 2, 0),
      ),
      freedom,
    },
    isExact,
    aliased: terms.flatMap(({ factors: [i, j], size: columns, isCurvature }, index) =>
      isCurvature !== true &&
      i !== undefined &&
      j !== undefined &&
      (places[index]?.length ?? 0) < columns
        ? [[i, j] as const]
        : [],
    ),
    count: y.length,
  };
}
