import { varianceRatioTail } from '../distributions/index.ts';
import { centre } from './centre.ts';
import { leastSquares } from './least-squares.ts';
import { chances, medianOf } from './residual-doubts.ts';
import type { ResponseSurface } from './response-surface.ts';
import { leavesDigitsOnly } from './surface-fit-doubt.ts';

/** A run that draws the surface to itself this much leaves no error. */
const mostLeverage = 1 - 1e-6;

/**
 * Why the errors that a surface leaves aren't of one size, as its standard errors assume: whether their distances from the middle follow an input
 * or the response as it is fitted, and its square. F and its degrees of freedom are lowered by the share of the runs that measure the error, as
 * residuals of few degrees of freedom repeat each other; 5 % over all of these. False where nothing speaks against one size.
 * @param isTwoValued of the response, such as a constraint's 0 and 1, which no transformation gives errors of one size
 * @see H. Glejser (1969), doi:10.1080/01621459.1969.10500976; from the median, so that skewed errors pass: J. A. F. Machado, J. M. C. Santos Silva
 * (2000), doi:10.1016/S0304-4076(00)00016-6
 */
export function errorSizeDoubt(
  surface: ResponseSurface,
  names: readonly string[],
  isTwoValued = false,
): string | false {
  if (leavesDigitsOnly(surface)) return false;
  const {
    inputs,
    scaled,
    fitted,
    residuals: { values, leverage, freedom },
  } = surface;
  const rows = Array.from(values.keys()).filter((row) => (leverage[row] ?? 1) < mostLeverage);
  const errors = rows.map((row) => (values[row] ?? 0) / Math.sqrt(1 - (leverage[row] ?? 0)));
  const middle = medianOf(errors);
  const sizes = Float64Array.from(errors, (error) => Math.abs(error - middle));
  const share = Math.min(1, freedom / rows.length);
  const columns = [
    ...inputs.map((input, place) => ({ name: names[input] ?? '', values: scaled[place] })),
    { name: 'the response', values: centre(fitted).values },
  ];
  const found = columns.flatMap(({ name, values }) => {
    const column = Float64Array.from(rows, (row) => values?.[row] ?? 0);
    return followChance(sizes, column, share) < chances.surfaceSpread / columns.length
      ? [name]
      : [];
  });
  return (
    found.length > 0 &&
    `what the surface leaves of the runs is larger at some values of ${found.slice(0, 5).join(', ')} than at others (Glejser’s test): standard errors and the interval at the stationary point assume errors of one size${isTwoValued ? '' : '; look at a transformed response, such as its logarithm'}`
  );
}

/** Probability of sizes that follow a column and its square so much, where they don't. */
function followChance(sizes: Float64Array, column: Float64Array, share: number): number {
  const ones = sizes.map(() => 1);
  const none = leastSquares([ones], sizes)?.residualSquares ?? 0;
  const isCurved = new Set(column).size > 2;
  const terms = [column, ...(isCurved ? [column.map((x) => x ** 2)] : [])];
  const left = leastSquares([ones, ...terms], sizes)?.residualSquares;
  const under = sizes.length * share - terms.length - 1;
  if (left === undefined || !(left > 0) || under < 1) return 1;
  const ratio = (none - left) / terms.length / (left / under);
  return varianceRatioTail(ratio, terms.length, under);
}
