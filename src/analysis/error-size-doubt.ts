import { varianceRatioTail } from '../distributions/index.ts';
import { canonicalAnalysis } from './canonical-analysis.ts';
import { centre, meanOf } from './centre.ts';
import { leastSquares } from './least-squares.ts';
import { dot } from './orthogonal-basis.ts';
import { chances, medianOf } from './residual-doubts.ts';
import { productAt, type ResponseSurface } from './response-surface.ts';
import { leavesDigitsOnly } from './surface-fit-doubt.ts';

/** A run that draws the surface to itself this much leaves no error. */
const mostLeverage = 1 - 1e-6;

/** The sizes of errors, each over what its run's leverage leaves of it. */
interface RunErrors {
  readonly rows: readonly number[];
  /** How far each error is from the middle of all. */
  readonly sizes: Float64Array;
  /** Of the degrees of freedom in the runs: residuals of few repeat each other. */
  readonly share: number;
}

/**
 * Why the errors that a surface leaves aren't of one size, as its standard errors assume. F and its degrees of freedom are lowered by the share of
 * the runs that measure the error; 5 % over all tests of the first kind, and 5 % for the second.
 * - Their distances from the middle follow an input, or the response as it is fitted, and its square, or all terms of the surface together.
 * - They are larger in the quarter of the runs that is nearest to the stationary point, whose interval then is too narrow.
 * @param isTwoValued of the response, such as a constraint's 0 and 1, which no transformation gives errors of one size
 * @see H. Glejser (1969), doi:10.1080/01621459.1969.10500976; from the median, so that skewed errors pass: J. A. F. Machado, J. M. C. Santos Silva
 * (2000), doi:10.1016/S0304-4076(00)00016-6; all terms: H. White (1980), doi:10.2307/1912934; two parts of the runs: M. B. Brown, A. B. Forsythe (1974),
 * doi:10.1080/01621459.1974.10482955
 */
export function errorSizeDoubts(
  surface: ResponseSurface,
  names: readonly string[],
  isTwoValued = false,
): readonly string[] {
  if (leavesDigitsOnly(surface)) return [];
  const { values, leverage, freedom } = surface.residuals;
  const rows = Array.from(values.keys()).filter((row) => (leverage[row] ?? 1) < mostLeverage);
  const errors = rows.map((row) => (values[row] ?? 0) / Math.sqrt(1 - (leverage[row] ?? 0)));
  const middle = medianOf(errors);
  const sizes = Float64Array.from(errors, (error) => Math.abs(error - middle));
  const own: RunErrors = { rows, sizes, share: Math.min(1, freedom / rows.length) };
  const advice = isTwoValued ? '' : '; look at a transformed response, such as its logarithm';
  const followed = followedBy(surface, names, own);
  return [
    ...(followed.length > 0
      ? [
          `what the surface leaves of the runs is larger at some values of ${followed.slice(0, 5).join(', ')} than at others (Glejser’s test): standard errors and the interval at the stationary point assume errors of one size${advice}`,
        ]
      : []),
    ...(followed.length === 0 && isLargerAtStationaryPoint(surface, own)
      ? [
          `what the surface leaves of the runs is larger near its stationary point than elsewhere: the interval there assumes errors of one size, and is too narrow${advice}`,
        ]
      : []),
  ];
}

/** What the sizes of errors follow, by name. */
function followedBy(
  { inputs, scaled, fitted, terms }: ResponseSurface,
  names: readonly string[],
  { rows, sizes, share }: RunErrors,
): readonly string[] {
  const at = (column: Float64Array | undefined): Float64Array =>
    Float64Array.from(rows, (row) => column?.[row] ?? 0);
  const ofEach = [
    ...inputs.map((input, place) => ({ name: names[input] ?? '', column: at(scaled[place]) })),
    { name: 'the response', column: at(centre(fitted).values) },
  ].map(({ name, column }) => ({ name, columns: withSquare(column) }));
  const products = terms
    .slice(1)
    .map(({ exponents }) => Float64Array.from(rows, (row) => productAt(exponents, scaled, row)));
  const chance = chances.surfaceSpread / (ofEach.length + 1);
  const found = ofEach.filter(({ columns }) => followChance(sizes, columns, share) < chance);
  if (found.length > 0) return found.map(({ name }) => name);
  return followChance(sizes, products, share) < chance ? ['several inputs together'] : [];
}

function withSquare(column: Float64Array): readonly Float64Array[] {
  return new Set(column).size > 2 ? [column, column.map((x) => x ** 2)] : [column];
}

/** Probability of sizes that follow columns so much, where they don't. */
function followChance(
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

/** This share of the runs is near a point, and at least so many. */
const nearShare = 1 / 4;
const leastNear = 8;

function isLargerAtStationaryPoint(
  surface: ResponseSurface,
  { rows, sizes, share }: RunErrors,
): boolean {
  const found = canonicalAnalysis(surface);
  const near = Math.max(leastNear, Math.round(nearShare * rows.length));
  if (!found?.isInside || rows.length < 2 * near) return false;
  const { centre: middle, halfRange, scaled } = surface;
  const point = found.point.map((x, i) => (x - (middle[i] ?? 0)) / (halfRange[i] ?? 1));
  const distance = (row: number): number =>
    point.reduce((sum, x, input) => sum + ((scaled[input]?.[row] ?? 0) - x) ** 2, 0);
  const places = Array.from(rows.keys()).sort(
    (a, b) => distance(rows[a] ?? 0) - distance(rows[b] ?? 0),
  );
  const isNear = new Float64Array(rows.length);
  for (const place of places.slice(0, near)) isNear[place] = 1;
  const isLarger = dot(isNear, sizes) / near > meanOf(sizes);
  // In the one direction.
  return isLarger && followChance(sizes, [isNear], share) / 2 < chances.surfaceSpread;
}
