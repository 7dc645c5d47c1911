import { exchange } from './centred-discrepancy.ts';
import type { ExchangeCriterion } from './exchange-criterion.ts';

/**
 * Sum of the squared correlations of all pairs of columns, with updates that don't depend on the number of rows.
 * @param columns are changed by accepted exchanges
 * @see A. B. Owen (1994), doi:10.1080/01621459.1994.10476882
 */
export function createCorrelationCriterion(columns: readonly Float64Array[]): ExchangeCriterion {
  const scaled = columns.map(standardise);
  const correlations = scaled.map((x) =>
    Float64Array.from(scaled, (y) => x.reduce((sum, value, row) => sum + value * (y[row] ?? 0), 0)),
  );
  const none = new Float64Array();
  const steps = new Float64Array(columns.length);
  let last = { a: 0, b: 0, column: 0 };
  return {
    change: (a, b, column) => {
      const own = scaled[column] ?? none;
      const moved = (own[b] ?? 0) - (own[a] ?? 0);
      const before = correlations[column] ?? none;
      let sum = 0;
      scaled.forEach((other, j) => {
        if (j === column) return;
        const step = moved * ((other[a] ?? 0) - (other[b] ?? 0));
        steps[j] = step;
        sum += step * (2 * (before[j] ?? 0) + step);
      });
      last = { a, b, column };
      return sum;
    },
    accept: () => {
      const { a, b, column } = last;
      const before = correlations[column] ?? none;
      correlations.forEach((other, j) => {
        if (j === column) return;
        before[j] = other[column] = (before[j] ?? 0) + (steps[j] ?? 0);
      });
      exchange(scaled[column] ?? none, a, b);
      exchange(columns[column] ?? none, a, b);
    },
  };
}

/** Of mean 0 and length 1. */
function standardise(column: Float64Array): Float64Array {
  const mean = column.reduce((sum, x) => sum + x, 0) / column.length;
  const length = Math.sqrt(column.reduce((sum, x) => sum + (x - mean) ** 2, 0));
  return column.map((x) => (x - mean) / length);
}
