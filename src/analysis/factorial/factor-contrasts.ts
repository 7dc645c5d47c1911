/** How factors at levels become columns of a linear model. */
import type { Cell } from '../../design/cell.ts';
import { createOrthogonalBasis } from '../orthogonal-basis.ts';
import { groupRows } from '../row-groups.ts';

/** The columns of one factor. */
export interface FactorColumns {
  /** Of its main effect: together they are what it may do. */
  readonly own: readonly Float64Array[];
  /** Those that stand in products with other factors. */
  readonly crossed: readonly Float64Array[];
}

/** The columns of all factors, which a model with a constant can tell apart. */
export interface FactorContrasts {
  readonly factors: readonly FactorColumns[];
  /** 1 at centre points, 0 elsewhere, and the factors that are at their middle there; absent without such runs. */
  readonly curvature?: { readonly factors: readonly number[]; readonly column: Float64Array };
}

/** More multiplications than this are not spent on the question whether columns can be told apart. */
const mostWork = 5e8;

/** A factor of more levels doesn't stand for a polynomial of degree two. */
const mostLevelsOfSquare = 5;

/**
 * One column a level but one where the runs tell all levels of all factors apart. Otherwise numbers stand for what such designs are made for: beside
 * centre points a factor is its two levels, with one column of curvature for all; else (central composite, Box-Behnken) it is linear and square.
 * So it is where the runs are few of the combinations and can't tell all interactions of levels apart, but can those of numbers.
 * @param factors columns of levels, numbers or texts
 * @returns undefined where no such columns can be told apart, or are too many to see
 * @see D. C. Montgomery, Design and Analysis of Experiments, ISBN 978-1-119-49244-3, sections 6.8 and 11.3
 */
export function factorContrasts(
  factors: readonly (readonly Cell[])[],
): FactorContrasts | undefined {
  const levels = factors.map(sumContrasts);
  const found = [
    () => ({ factors: levels.map((own) => ({ own, crossed: own })) }),
    () => besideCentre(factors, levels),
    () => squares(factors, levels),
  ];
  for (const make of found) {
    const contrasts = make();
    if (!contrasts || !areApart(contrasts)) continue;
    if (!areFew(factors) || areApart(contrasts, true)) return contrasts;
    const curves = squares(factors, levels);
    return areApart(curves, true) ? curves : contrasts;
  }
  return undefined;
}

/** Less than this of all combinations of levels is a design of points, and not a crossed one that lost some. */
const fewOfAll = 0.75;

function areFew(factors: readonly (readonly Cell[])[]): boolean {
  const all = factors.reduce((product, cells) => product * new Set(cells).size, 1);
  return groupRows(factors, factors[0]?.length ?? 0).count < fewOfAll * all;
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

type Levels = readonly (readonly Float64Array[])[];

/** Factors of three levels, of which the middle one occurs only where all of them are at theirs. */
function besideCentre(
  factors: readonly (readonly Cell[])[],
  levels: Levels,
): FactorContrasts | undefined {
  const coded = factors.map((cells) =>
    new Set(cells).size === 3 && areNumbers(cells) ? code(cells) : undefined,
  );
  const places = coded.flatMap((column, place) => (column ? [place] : []));
  const [first] = places;
  if (first === undefined || coded.some((column) => column?.every((x) => x !== 0)))
    return undefined;
  const column = Float64Array.from(coded[first] ?? [], (x) => (x === 0 ? 1 : 0));
  const isShared = places.every((place) =>
    coded[place]?.every((x, row) => (x === 0) === (column[row] === 1)),
  );
  if (!isShared) return undefined;
  return {
    factors: levels.map((own, place) => {
      const columns = coded[place] ? [coded[place]] : own;
      return { own: columns, crossed: columns };
    }),
    curvature: { factors: places, column },
  };
}

function squares(factors: readonly (readonly Cell[])[], levels: Levels): FactorContrasts {
  return {
    factors: factors.map((cells, place) => {
      const own = levels[place] ?? [];
      const isSquare = own.length > 1 && own.length < mostLevelsOfSquare && areNumbers(cells);
      if (!isSquare) return { own, crossed: own };
      const linear = code(cells);
      return { own: [linear, linear.map((x) => x * x)], crossed: [linear] };
    }),
  };
}

function areNumbers(cells: readonly Cell[]): cells is readonly number[] {
  return cells.every((cell) => typeof cell === 'number');
}

/** From the least to the largest as -1 .. 1; the middle is 0 to rounding. */
function code(cells: readonly number[]): Float64Array {
  const low = cells.reduce((least, cell) => Math.min(least, cell), Infinity);
  const high = cells.reduce((most, cell) => Math.max(most, cell), -Infinity);
  return Float64Array.from(cells, (cell) => {
    const coded = (cell - low - (high - cell)) / (high - low);
    return Math.abs(coded) < 1e-9 ? 0 : coded;
  });
}

/** @param withPairs whether interactions of two must be apart, too */
function areApart({ factors, curvature }: FactorContrasts, withPairs = false): boolean {
  const alone = [...factors.flatMap(({ own }) => own), ...(curvature ? [curvature.column] : [])];
  const pairs = withPairs
    ? factors.flatMap((one, index) =>
        factors.slice(index + 1).map((other) => [one.crossed, other.crossed] as const),
      )
    : [];
  const count =
    alone.length + pairs.reduce((sum, [one, other]) => sum + one.length * other.length, 0);
  const rows = alone[0]?.length ?? 0;
  if (count >= rows || count ** 2 * rows > mostWork) return false;
  const basis = createOrthogonalBasis();
  basis.add(new Float64Array(rows).fill(1));
  return (
    alone.every((column) => basis.add(column)) &&
    pairs.every(([one, other]) => productsOf(one, other).every((column) => basis.add(column)))
  );
}

/** Each column of the one times each of the other. */
export function productsOf(
  left: readonly Float64Array[],
  right: readonly Float64Array[],
): readonly Float64Array[] {
  return left.flatMap((one) => right.map((other) => one.map((x, row) => x * (other[row] ?? 0))));
}
