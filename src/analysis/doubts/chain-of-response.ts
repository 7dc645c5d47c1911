import { chainAmong, type Chain } from './chain-doubt.ts';
import { completeRows, varies } from '../complete-rows.ts';
import { centre } from '../centre.ts';
import { leastSquares } from '../least-squares.ts';
import type { NumericColumn } from '../study-table.ts';

/** More multiplications than this are not spent on what inputs leave. */
const mostWork = 5e8;

/** Fits with less than so many rows a coefficient take what goes on from row to row for inputs. */
const leastRows = 3;

/**
 * Whether a response goes on from row to row, by itself or in what its inputs leave of it: rows that were run in batches, each with an error of its
 * own, show that in the latter only, where inputs move the response more than the batches do.
 * @param rows in their order
 */
export function chainOfResponse(
  response: NumericColumn,
  inputs: readonly NumericColumn[],
  rows: Uint32Array,
): Chain | undefined {
  const own = chainAmong([response], rows);
  if (own || inputs.length === 0) return own;
  const values = leftByInputs(response, inputs, rows);
  if (!values) return undefined;
  const name = `what a regression on the inputs leaves of ${response.name}`;
  return chainAmong([{ name, values }], Uint32Array.from(values.keys()));
}

/** What a quadratic surface leaves, or a plane where rows are too few for that; undefined where they are for both. */
function leftByInputs(
  response: NumericColumn,
  inputs: readonly NumericColumn[],
  rows: Uint32Array,
): Float64Array | undefined {
  const complete = completeRows(
    [...inputs, response].map(({ values }) => Float64Array.from(rows, (row) => values[row] ?? NaN)),
  );
  const [y = new Float64Array()] = complete.slice(-1);
  const columns = complete
    .slice(0, -1)
    .flatMap((column) => (varies(column) ? [centre(column).values] : []));
  const pairs = columns.flatMap((one, i) =>
    columns.slice(i).map((other) => () => one.map((x, row) => x * (other[row] ?? 0))),
  );
  const fits = (terms: number): boolean =>
    y.length >= leastRows * terms && terms ** 2 * y.length <= mostWork;
  const plane = [y.map(() => 1), ...columns];
  if (columns.length === 0 || !fits(plane.length)) return undefined;
  const target = centre(y).values;
  const surface = fits(plane.length + pairs.length)
    ? leastSquares([...plane, ...pairs.map((make) => make())], target)
    : undefined;
  const { residual, residualSquares } = surface ?? leastSquares(plane, target) ?? {};
  // Rounding of an exact fit is no error.
  return residualSquares !== undefined && residualSquares > 1e-12 ? residual : undefined;
}
