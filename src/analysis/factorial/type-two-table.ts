/** Sums of squares of type II of terms in a linear model. */
import { varianceRatioTail } from '../../distributions/index.ts';
import { createOrthogonalBasis, dot, type OrthogonalBasis } from '../orthogonal-basis.ts';
import type { Residuals } from '../doubts/residual-doubts.ts';
import type { Replicates } from './lack-of-fit.ts';

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
  /** What differs between blocks, before all terms; absent without blocks. */
  readonly blocks?: {
    readonly freedom: number;
    readonly sumOfSquares?: number;
    /** Of the total sum of squares. */
    readonly share: number;
  };
  /** What the terms leave of each run, as a share of the largest deviation from the mean. */
  readonly residuals: Residuals;
  /** Probability of so much more error than replicates show, by chance; absent without replicates, or where nothing else measures it. */
  readonly lackOfFit?: number;
  /** The terms hold all there is: F and p can't be given. */
  readonly isExact: boolean;
  /** Interactions that the runs can't wholly tell from the terms before them, as places in the list of factors. */
  readonly aliased: readonly (readonly [number, number])[];
  /** Those of two levels each that equal a difference between blocks. */
  readonly inBlocks: readonly (readonly [number, number])[];
  /** Interactions that are no terms, as no run would be left to measure the error: if one acts, the residual holds it. */
  readonly pooled: readonly (readonly [number, number])[];
  /** Interactions of two and three that act and are no terms, or not wholly, as places in the list of factors: the residual holds them. */
  readonly leftOut: readonly (readonly number[])[];
  /** What may act, is no term, and is told by nothing but repeats of runs: more of interactions of numbers than their linear parts, or those of three inputs and more. */
  readonly unseen: 'parts' | 'higher' | 'none';
  /** Degrees of freedom of the residual that repeats of runs measure. */
  readonly replicates: Replicates;
  /** Runs used. */
  readonly count: number;
}

/** Below this, doubles lose digits. */
const smallestSquare = 2 ** -1022;

/** A term with its columns, made when they are needed: of many factors, those of all interactions are too many. */
export interface Term extends Pick<AnovaTerm, 'factors' | 'isCurvature'> {
  /** How many columns it has. */
  readonly size: number;
  readonly columns: () => readonly Float64Array[];
}

/** Whether a term is part of another one, which then isn't taken out before it. */
function isWithin(term: Term, other: Term | undefined): boolean {
  if (other === undefined || term === other) return true;
  if (term.isCurvature === true || other.isCurvature === true) return false;
  return term.factors.every((factor) => other.factors.includes(factor));
}

export interface FittedTerms {
  readonly basis: OrthogonalBasis;
  /** Its columns before those of the terms: the constant, and the blocks. */
  readonly before: number;
  /** Columns of the basis' R that belong to each term, and how many. */
  readonly places: readonly (readonly number[])[];
  readonly own: readonly number[];
}

/** An orthogonal basis of the blocks and all terms, in their order. */
export function fitTerms(
  terms: readonly Term[],
  rows: number,
  blocks: readonly Float64Array[],
): FittedTerms {
  const basis = createOrthogonalBasis();
  for (const column of [new Float64Array(rows).fill(1), ...blocks]) basis.add(column);
  const before = basis.columns.length;
  const places = terms.map(({ columns }) =>
    columns().flatMap((column) => (basis.add(column) ? [basis.columns.length - 1] : [])),
  );
  return { basis, before, places, own: places.map((own) => own.length) };
}

/** The table of these terms: each beyond all terms that don't contain it. @param freedom of the error */
export function tableOf(
  terms: readonly Term[],
  { basis, before: first, places }: FittedTerms,
  y: Float64Array,
  freedom: number,
  /** What y was divided by. */
  scale: number,
  rows: readonly number[],
): Omit<Anova, 'pooled' | 'lackOfFit' | 'leftOut' | 'unseen' | 'replicates'> | undefined {
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
  const outside = Array.from({ length: first }, (_, place) => place);
  const betweenBlocks = target.slice(1, first).reduce((sum, own) => sum + own * own, 0);
  const isWithinBlocks = (index: number): boolean => {
    if (first === 1 || places[index]?.length !== 0) return false;
    const part = createOrthogonalBasis();
    for (const unit of basis.columns.slice(0, first)) part.add(unit);
    return terms[index]?.columns().every((column) => !part.add(column)) === true;
  };
  const untold = terms.flatMap(({ factors: [i, j], size: columns, isCurvature }, index) =>
    isCurvature !== true &&
    i !== undefined &&
    j !== undefined &&
    (places[index]?.length ?? 0) < columns
      ? [{ pair: [i, j] as const, isInBlocks: isWithinBlocks(index) }]
      : [],
  );
  return {
    terms: terms.flatMap((term, index) => {
      const own = places[index] ?? [];
      if (own.length === 0) return [];
      const others = places.filter((_, other) => !isWithin(term, terms[other]));
      const part = createOrthogonalBasis();
      for (const place of [...outside, ...others.flat()]) part.add(columnOf(place));
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
    ...(first > 1
      ? { blocks: { freedom: first - 1, ...inUnits(betweenBlocks), share: betweenBlocks / total } }
      : {}),
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
    aliased: untold.flatMap(({ pair, isInBlocks }) => (isInBlocks ? [] : [pair])),
    inBlocks: untold.flatMap(({ pair, isInBlocks }) => (isInBlocks ? [pair] : [])),
    count: y.length,
  };
}
