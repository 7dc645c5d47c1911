import { canonicalAnalysis } from '../surface/canonical-analysis.ts';
import { centre } from '../centre.ts';
import { chances } from './residual-doubts.ts';
import { productAt, type ResponseSurface } from '../surface/response-surface.ts';
import { errorsNear, errorsOf, followChance, type RunErrors } from '../surface/run-errors.ts';
import { leavesDigitsOnly } from './surface-fit-doubt.ts';

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
  const own = errorsOf(surface);
  const advice = isTwoValued ? '' : '; look at a transformed response, such as its logarithm';
  const followed = followedBy(surface, names, own);
  return [
    ...(followed.length > 0
      ? [
          `what the surface leaves of the runs is larger at some values of ${followed.slice(0, 5).join(', ')} than at others (Glejser’s test): standard errors and the interval at the stationary point assume errors of one size${advice}`,
        ]
      : []),
    ...(followed.length === 0 && isLargerAtStationaryPoint(surface)
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

function isLargerAtStationaryPoint(surface: ResponseSurface): boolean {
  const found = canonicalAnalysis(surface);
  const near = found?.isInside === true ? errorsNear(surface, found.point) : undefined;
  return near !== undefined && near.chance < chances.surfaceSpread;
}
