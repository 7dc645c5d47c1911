import { varianceRatioTail } from '../../distributions/index.ts';
import { leastSquares } from '../least-squares.ts';
import { dot } from '../orthogonal-basis.ts';
import { medianOf } from '../doubts/residual-doubts.ts';
import type { ResponseSurface } from './response-surface.ts';

/** A run that draws the surface to itself this much leaves no error. */
const mostLeverage = 1 - 1e-6;

/** The errors that a surface leaves, each over what its run's leverage leaves of it. */
export interface RunErrors {
  /** Places of the runs in the surface. */
  readonly rows: readonly number[];
  readonly errors: Float64Array;
  /** How far each is from the middle of all. */
  readonly sizes: Float64Array;
  /** Of the degrees of freedom in the runs: residuals of few repeat each other. */
  readonly share: number;
}

/** The errors of all runs that have one. */
export function errorsOf({ residuals }: ResponseSurface): RunErrors {
  const { values, leverage, freedom } = residuals;
  const rows = Array.from(values.keys()).filter((row) => (leverage[row] ?? 1) < mostLeverage);
  const errors = Float64Array.from(
    rows,
    (row) => (values[row] ?? 0) / Math.sqrt(1 - (leverage[row] ?? 0)),
  );
  const middle = medianOf(Array.from(errors));
  const sizes = errors.map((error) => Math.abs(error - middle));
  return { rows, errors, sizes, share: Math.min(1, freedom / rows.length) };
}

/** Probability of sizes that follow columns so much, where they don't. */
export function followChance(
  sizes: Float64Array,
  columns: readonly Float64Array[],
  share: number,
): number {
  const ones = sizes.map(() => 1);
  const none = leastSquares([ones], sizes)?.residualSquares ?? 0;
  const left = leastSquares([ones, ...columns], sizes)?.residualSquares;
  const under = sizes.length * share - columns.length - 1;
  if (left === undefined || !(left > 0) || under < 1) return 1;
  const ratio = (none - left) / columns.length / (left / under);
  return varianceRatioTail(ratio, columns.length, under);
}

/** So many runs are near a point, and this share of all; each is looked at. */
const nearCounts = [4, 8];
const nearShare = 1 / 4;

/** The errors of the runs near a point. */
export interface NearErrors {
  /** Probability that they are so much larger than the others, where they aren't. */
  readonly chance: number;
  /** Their mean square. */
  readonly meanSquare: number;
  /** Degrees of freedom that measure it. */
  readonly freedom: number;
}

/**
 * How the errors of the runs that are nearest to a point compare with the others: of the nearest four, eight and quarter those that differ most, with
 * the chance of any of them.
 * @param point one entry an input of the surface, in the inputs' own units
 * @returns undefined where the runs are too few for two parts
 * @see M. B. Brown, A. B. Forsythe (1974), doi:10.1080/01621459.1974.10482955
 */
export function errorsNear(
  surface: ResponseSurface,
  point: readonly number[],
): NearErrors | undefined {
  const own = errorsOf(surface);
  const { rows } = own;
  const counts = new Set([...nearCounts, Math.round(nearShare * rows.length)]);
  const distances = distancesTo(surface, point, rows);
  const byDistance = Array.from(rows.keys()).sort(
    (a, b) => (distances[a] ?? 0) - (distances[b] ?? 0),
  );
  const found = [...counts]
    .filter((count) => count >= leastNear && rows.length >= 2 * Math.max(count, 2 * leastNear))
    .map((count) => errorsAmong(own, byDistance.slice(0, count)))
    .sort((a, b) => a.chance - b.chance);
  const [first] = found;
  return first && { ...first, chance: Math.min(1, found.length * first.chance) };
}

/** Fewer runs than this near a point show no size. */
const leastNear = 4;

/**
 * How many runs that leave an error lie about a point.
 * @param point one entry an input of the surface, in the inputs' own units
 * @param radius in half ranges of the inputs
 */
export function runsAbout(
  surface: ResponseSurface,
  point: readonly number[],
  radius: number,
): number {
  const { rows } = errorsOf(surface);
  return distancesTo(surface, point, rows).filter((distance) => distance <= radius).length;
}

/** Distance of each run from a point, in half ranges of the inputs. */
function distancesTo(
  { centre, halfRange, scaled }: ResponseSurface,
  point: readonly number[],
  rows: readonly number[],
): readonly number[] {
  const coded = point.map((x, place) => (x - (centre[place] ?? 0)) / (halfRange[place] ?? 1));
  return rows.map((row) => Math.hypot(...coded.map((x, input) => (scaled[input]?.[row] ?? 0) - x)));
}

/** @param places of the near ones among the errors */
function errorsAmong({ errors, sizes, share }: RunErrors, places: readonly number[]): NearErrors {
  const isNear = new Float64Array(errors.length);
  for (const place of places) isNear[place] = 1;
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const isLarger = dot(isNear, sizes) / places.length > all / errors.length;
  // In the one direction.
  const half = followChance(sizes, [isNear], share) / 2;
  return {
    chance: isLarger ? half : 1 - half,
    meanSquare: places.reduce((sum, place) => sum + (errors[place] ?? 0) ** 2, 0) / places.length,
    freedom: places.length * share,
  };
}
