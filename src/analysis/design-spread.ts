import { centredDiscrepancy } from '../design/exchange/centred-discrepancy.ts';
import { varies } from './complete-rows.ts';

/** How evenly points fill the box that they span. */
export interface DesignSpread {
  readonly points: number;
  /** Inputs of numbers that vary. */
  readonly dimensions: number;
  /** Centred L2 discrepancy (squared): 0 would be perfectly even. */
  readonly discrepancy: number;
  /** Expected value of it for as many independent uniform points. */
  readonly randomDiscrepancy: number;
  /** Smallest distance of two points that differ, in a box of side 1; absent where all are equal. */
  readonly leastDistance?: number;
}

/** Above so many points the pairs are too many to be looked at. */
const mostPoints = 3000;

/**
 * Evenness of the points, each input scaled to 0 .. 1 over its values.
 * @returns undefined below two points or where no input varies, and above 3,000 points
 * @see F. J. Hickernell (1998), doi:10.1090/S0025-5718-98-00894-1: the expected value follows from independent points
 */
export function designSpread(inputs: readonly Float64Array[]): DesignSpread | undefined {
  const used = inputs.filter(varies).filter((column) => column.every(Number.isFinite));
  const points = used[0]?.length ?? 0;
  if (points < 2 || points > mostPoints) return undefined;
  const columns = used.map((column) => {
    const low = column.reduce((a, b) => Math.min(a, b), Infinity);
    const high = column.reduce((a, b) => Math.max(a, b), -Infinity);
    return column.map((x) => (x - low) / (high - low));
  });
  const least = leastSquareDistance(columns);
  return {
    points,
    dimensions: columns.length,
    discrepancy: centredDiscrepancy(columns),
    randomDiscrepancy: ((5 / 4) ** columns.length - (13 / 12) ** columns.length) / points,
    ...(least === undefined ? {} : { leastDistance: Math.sqrt(least) }),
  };
}

function leastSquareDistance(columns: readonly Float64Array[]): number | undefined {
  const points = columns[0]?.length ?? 0;
  let least = Infinity;
  for (let a = 0; a < points; a += 1) {
    for (let b = 0; b < a; b += 1) {
      let square = 0;
      for (const column of columns) square += ((column[a] ?? 0) - (column[b] ?? 0)) ** 2;
      if (square > 0 && square < least) least = square;
    }
  }
  return least === Infinity ? undefined : least;
}
