import {
  createOrthogonalBasis,
  dot,
  inverseColumn,
  type OrthogonalBasis,
} from './orthogonal-basis.ts';
import type { RowGroups } from './row-groups.ts';

/** A least-squares fit of y that grows by a column at a time; everything about it is known after each. */
export interface GrowingFit {
  /** Of the columns so far. */
  readonly basis: Pick<OrthogonalBasis, 'columns' | 'upper'>;
  /** What the fit leaves of y; changes as it grows. */
  readonly residual: Float64Array;
  /** How much each row draws the fit to itself, 0 .. 1; changes as well. */
  readonly leverage: Float64Array;
  /** The same of a further row, one entry a column. */
  readonly leverageAt: (row: readonly number[]) => number;
  /** @returns false, and changes nothing, where the column depends on those before it */
  readonly add: (column: Float64Array) => boolean;
  /** One a column; of another target than y, where one is given. */
  readonly coefficients: (target?: Float64Array) => readonly number[];
  /** How much the coefficients would change with further columns, those of the columns at the end; 0 of a column that depends on the others. */
  readonly changeWith: (further: readonly Float64Array[]) => Float64Array;
  /** Diagonal of (X'X)^-1: a coefficient's variance over that of the errors. */
  readonly varianceFactors: () => readonly number[];
  readonly residualSquares: () => number;
  /** Error of each row when it is predicted from the others, its repeats left out with it; infinite for a row that alone tells a coefficient. */
  readonly leaveOneOutErrors: () => Float64Array;
  /** Sum of squared errors when each row is predicted from the others. */
  readonly leaveOneOutSquares: () => number;
}

/**
 * A fit without columns; each costs as much as it has columns times rows.
 * @param groups rows that repeat each other: their entries are the same in every column. Default: none do
 * @param start of another fit, whose columns are this one's too. Default: none
 */
export function createGrowingFit(
  y: Float64Array,
  groups?: RowGroups,
  start?: GrowingFit['basis'],
): GrowingFit {
  const basis = createOrthogonalBasis(start);
  const inverse: Float64Array[] = [];
  const shares: number[] = [];
  const residual = y.slice();
  const leverage = new Float64Array(y.length);
  const sumOver = (f: (column: number) => number): number =>
    shares.reduce((sum, _, column) => sum + f(column), 0);
  const leaveOneOutErrors = (): Float64Array => {
    const sums = new Float64Array(groups?.sizes.length ?? 0);
    groups?.of.forEach((group, row) => (sums[group] = (sums[group] ?? 0) + (residual[row] ?? 0)));
    return residual.map((error, row) => {
      const own = leverage[row] ?? 0;
      const group = groups?.of[row] ?? -1;
      const left = 1 - own * (groups?.sizes[group] ?? 1);
      if (!(left > 1e-12)) return Infinity;
      // Repeats share their leverage h: without all m of them, the error gains h of their summed residuals, over 1 - m h.
      return error + (own * (groups ? (sums[group] ?? 0) : error)) / left;
    });
  };
  const project = (unit: Float64Array, upper: Float64Array): void => {
    inverse.push(inverseColumn(inverse, upper));
    const share = dot(unit, residual);
    shares.push(share);
    for (let row = 0; row < residual.length; row += 1) {
      const own = unit[row] ?? 0;
      residual[row] = (residual[row] ?? 0) - share * own;
      leverage[row] = (leverage[row] ?? 0) + own * own;
    }
  };
  start?.columns.forEach((unit, column) => {
    project(unit, start.upper[column] ?? new Float64Array());
  });
  return {
    basis,
    residual,
    leverage,
    leverageAt: (row) =>
      inverse.reduce((sum, column) => {
        const share = column.reduce((part, entry, place) => part + entry * (row[place] ?? 0), 0);
        return sum + share ** 2;
      }, 0),
    add: (column) => {
      if (!basis.add(column)) return false;
      project(basis.columns.at(-1) ?? y, basis.upper.at(-1) ?? new Float64Array());
      return true;
    },
    coefficients: (target) => {
      const own = target ? basis.columns.map((unit) => dot(unit, target)) : shares;
      const found = own.map(() => 0);
      for (const [place, column] of inverse.entries()) {
        const share = own[place] ?? 0;
        for (let row = 0; row <= place; row += 1) {
          found[row] = (found[row] ?? 0) + (column[row] ?? 0) * share;
        }
      }
      return found;
    },
    changeWith: (further) => {
      const wider = createOrthogonalBasis(basis);
      const inverses = [...inverse];
      // Places in the basis of the fit's columns, then of those further ones that are new.
      const places = [...inverse.keys()];
      const changes = new Float64Array(inverse.length + further.length);
      further.forEach((column, k) => {
        if (!wider.add(column)) return;
        places.push(inverse.length + k);
        const own = inverseColumn(inverses, wider.upper.at(-1) ?? new Float64Array());
        inverses.push(own);
        const share = dot(wider.columns.at(-1) ?? y, residual);
        own.forEach((entry, row) => {
          const place = places[row] ?? 0;
          changes[place] = (changes[place] ?? 0) + entry * share;
        });
      });
      return changes;
    },
    varianceFactors: () =>
      shares.map((_, row) => sumOver((column) => (inverse[column]?.[row] ?? 0) ** 2)),
    residualSquares: () => dot(residual, residual),
    leaveOneOutErrors,
    leaveOneOutSquares: () => leaveOneOutErrors().reduce((sum, error) => sum + error ** 2, 0),
  };
}
