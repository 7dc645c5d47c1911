import { createColumnViews, scatterOf, type ColumnViews } from '../column-views.ts';
import { sortedOrder } from '../../numbers/sorted-order.ts';
import { entriesAt, sampleRows, type SampledDesign } from '../fit-sample.ts';
import { completeRows, varies } from '../complete-rows.ts';
import { regress } from '../regression.ts';
import { quadraticSurface } from '../surface/response-surface.ts';

/** At most this share of the runs are few. */
const mostRuns = 0.1;

/** Fewer runs than this are too few to leave any out. */
const leastRuns = 20;

/** With a smaller share of the variance predicted without the few runs, the surface is theirs. */
const leastPrediction = 0.5;

/** What a few runs that hold half of a column's scatter make of a fit. */
export interface FewRunsDoubts {
  readonly ofCoefficients: readonly string[];
  readonly ofSurface: readonly string[];
}

/**
 * Several runs far from all others, each of which hides the others from a look at single runs: whether coefficients change by more than their
 * error without them, and whether the surface still predicts the rest.
 * @param columns inputs, over all runs
 */
export function fewRunsDoubts(
  names: readonly string[],
  columns: readonly Float64Array[],
  response: Float64Array,
  design?: SampledDesign,
  views = createColumnViews(),
): FewRunsDoubts {
  const indices = views.once(placesOf, columns[0] ?? response);
  const complete = completeRows([...columns, response, indices], views);
  const rows = complete.at(-1) ?? indices;
  const [inputs, y] = [complete.slice(0, -2), complete.at(-2) ?? response];
  const none = { ofCoefficients: [], ofSurface: [] };
  if (rows.length < leastRuns) return none;
  const groups = new Map(
    [y, ...inputs].flatMap((column) => {
      const group = views.once(fewThatHoldHalf, column);
      return group ? [[group.join(), group] as const] : [];
    }),
  );
  for (const group of groups.values()) {
    const isOfGroup = new Set(group);
    const left = (column: Float64Array): Float64Array =>
      column.filter((_, row) => !isOfGroup.has(row));
    const [others, rest] = [inputs.map(left), left(y)];
    if (!varies(rest)) continue;
    const [all, without] = [regress(inputs, y, { views }), regress(others, rest)];
    const slack = 0.1 + 2 / Math.sqrt(rest.length);
    const moved = names.filter((_, place) => {
      const [before, after] = [all?.coefficients[place], without?.coefficients[place]];
      return before !== undefined && after !== undefined && Math.abs(before - after) > slack;
    });
    if (moved.length === 0) continue;
    const runs = group.map((row) => (rows[row] ?? 0) + 1).join(', ');
    const sample = sampleRows(rest, design)?.rows;
    const sampled = others.map((column) => entriesAt(column, sample));
    const q2 = quadraticSurface(sampled, entriesAt(rest, sample))?.q2 ?? 0;
    return {
      ofCoefficients: [
        `without the runs ${runs}, which are far from all others, coefficients change by more than their error (${moved.slice(0, 3).join(', ')}): look at these runs`,
      ],
      ofSurface:
        q2 < leastPrediction
          ? [
              `without the runs ${runs}, which are far from all others, the surface predicts nothing of the rest: look at these runs`,
            ]
          : [],
    };
  }
  return none;
}

/** The rows that hold half of a column's squared scatter, where they are few, but more than the one that a look at single runs finds. */
function fewThatHoldHalf(column: Float64Array, views: ColumnViews): readonly number[] | undefined {
  const { values, squares: total } = views.once(scatterOf, column);
  const squares = values.map((x) => x ** 2);
  const sorted = squares.slice().sort();
  let held = 0;
  for (let count = 1; count <= mostRuns * values.length; count += 1) {
    held += sorted[sorted.length - count] ?? 0;
    if (held > total / 2 && count === 1) return undefined;
    if (held > total / 2) {
      const order = sortedOrder(squares.map((square) => -square));
      return Array.from(order.subarray(0, count)).sort((a, b) => a - b);
    }
  }
  return undefined;
}

/** The number of each row. */
function placesOf(column: Float64Array): Float64Array {
  return column.map((_, row) => row);
}
