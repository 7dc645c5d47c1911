import type { Cell } from '../design/cell.ts';
import { varianceRatioTail } from '../distributions/index.ts';
import { centre } from './centre.ts';
import type { Residuals } from './residual-doubts.ts';
import { createOrthogonalBasis, dot, type OrthogonalBasis } from './orthogonal-basis.ts';

/** What one factor, or two together, explain of a response's scatter. */
export interface AnovaTerm {
  /** One or two places in the list of factors. */
  readonly factors: readonly number[];
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
  /** Interactions that the runs can't tell from the terms before them, as places in the list of factors. */
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
  const contrasts = factors.map((levels) => sumContrasts(rows.map((row) => levels[row] ?? '')));
  const mains = factors.flatMap((_, index) =>
    (contrasts[index]?.length ?? 0) > 0 ? [[index] as const] : [],
  );
  const pairs = mains.flatMap(([i], place) => mains.slice(place + 1).map(([j]) => [i, j] as const));
  const columnsOf = (term: readonly number[]): readonly Float64Array[] =>
    term.reduce<readonly Float64Array[]>(
      (products, factor) =>
        products.flatMap((left) =>
          (contrasts[factor] ?? []).map((right) => left.map((x, row) => x * (right[row] ?? 0))),
        ),
      [y.map(() => 1)],
    );
  const sizes = [...mains, ...pairs].map((term) =>
    term.reduce<number>((product, factor) => product * (contrasts[factor]?.length ?? 0), 1),
  );
  const parameters = 1 + sizes.reduce((sum, size) => sum + size, 0);
  const work = parameters ** 2 * (y.length + parameters * sizes.length);
  let pooled: readonly (readonly [number, number])[] = [];
  const candidates = work > mostWork ? [mains] : [[...mains, ...pairs], mains];
  for (const terms of candidates) {
    const parameterCount = 1 + terms.reduce((sum, term) => sum + columnsOf(term).length, 0);
    if (terms.length === 0 || parameterCount ** 2 * y.length > mostWork) return undefined;
    const fit = fitTerms(terms, columnsOf, y.length);
    const freedom = y.length - fit.basis.columns.length;
    const isMainMissing = fit.own.some((own, index) => terms[index]?.length === 1 && own === 0);
    if (freedom < 1 || isMainMissing) {
      pooled = terms.flatMap(([i, j], index) =>
        i !== undefined && j !== undefined && (fit.own[index] ?? 0) > 0 ? [[i, j] as const] : [],
      );
      continue;
    }
    const table = tableOf(terms, fit, centred, freedom, scale, rows);
    return table && { ...table, pooled };
  }
  return undefined;
}

/** One column a level but the last: 1 at that level, -1 at the last one, 0 elsewhere. */
function sumContrasts(levels: readonly Cell[]): readonly Float64Array[] {
  const distinct = [...new Set(levels)];
  const last = distinct.at(-1);
  return distinct
    .slice(0, -1)
    .map((own) =>
      Float64Array.from(levels, (level) => (level === own ? 1 : level === last ? -1 : 0)),
    );
}

interface FittedTerms {
  readonly basis: OrthogonalBasis;
  /** Columns of the basis' R that belong to each term, and how many. */
  readonly places: readonly (readonly number[])[];
  readonly own: readonly number[];
}

function fitTerms(
  terms: readonly (readonly number[])[],
  columnsOf: (term: readonly number[]) => readonly Float64Array[],
  rows: number,
): FittedTerms {
  const basis = createOrthogonalBasis();
  basis.add(new Float64Array(rows).fill(1));
  const places = terms.map((term) =>
    columnsOf(term).flatMap((column) => (basis.add(column) ? [basis.columns.length - 1] : [])),
  );
  return { basis, places, own: places.map((own) => own.length) };
}

function tableOf(
  terms: readonly (readonly number[])[],
  { basis, places }: FittedTerms,
  y: Float64Array,
  freedom: number,
  /** What y was divided by. */
  scale: number,
  rows: readonly number[],
): Omit<Anova, 'pooled'> | undefined {
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
      const others = places.filter(
        (_, other) => !term.every((factor) => terms[other]?.includes(factor)),
      );
      const part = createOrthogonalBasis();
      for (const place of [0, ...others.flat()]) part.add(columnOf(place));
      const before = part.columns.length;
      for (const place of own) part.add(columnOf(place));
      const sumOfSquares = part.columns
        .slice(before)
        .reduce((sum, unit) => sum + dot(unit, target) ** 2, 0);
      const isExact = residual <= 1e-24 * total;
      const f = sumOfSquares / own.length / (residual / freedom);
      return [
        {
          factors: term,
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
      values: residual <= 1e-24 * total ? rest.map(() => 0) : rest,
      leverage: y.map((_, row) =>
        basis.columns.reduce((sum, unit) => sum + (unit[row] ?? 0) ** 2, 0),
      ),
      freedom,
    },
    aliased: terms.flatMap(([i, j], index) =>
      i !== undefined && j !== undefined && places[index]?.length === 0 ? [[i, j] as const] : [],
    ),
    count: y.length,
  };
}
