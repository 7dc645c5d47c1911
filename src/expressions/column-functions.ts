/** The functions that turn a column of numbers into one number, over the values that are there. */
import { moments, pearson } from '../analysis/index.ts';
import { quantile, sum } from './column-statistics.ts';

interface ColumnFunction {
  /** How many columns it takes first. */
  readonly columns: 1 | 2;
  /** How many single numbers follow. */
  readonly scalars: 0 | 1;
  readonly compute: (columns: readonly Float64Array[], scalars: readonly number[]) => number;
}

const one = (compute: (x: Float64Array) => number): ColumnFunction => ({
  columns: 1,
  scalars: 0,
  compute: ([x]) => (x === undefined || x.length === 0 ? NaN : compute(x)),
});

/** By name; `count` is apart, as it also takes conditions or nothing. */
export const columnFunctions: ReadonlyMap<string, ColumnFunction> = new Map<string, ColumnFunction>(
  Object.entries({
    mean: one((x) => moments(x)?.mean ?? NaN),
    sum: one(sum),
    variance: one((x) => (moments(x)?.standardDeviation ?? NaN) ** 2),
    sd: one((x) => moments(x)?.standardDeviation ?? NaN),
    skewness: one((x) => moments(x)?.skewness ?? NaN),
    kurtosis: one((x) => moments(x)?.kurtosis ?? NaN),
    median: one((x) => quantile(x, 0.5)),
    min: one((x) => x.reduce((least, value) => Math.min(least, value))),
    max: one((x) => x.reduce((most, value) => Math.max(most, value))),
    quantile: {
      columns: 1,
      scalars: 1,
      compute: ([x = new Float64Array()], [p = NaN]) => quantile(x, p),
    },
    correlation: {
      columns: 2,
      scalars: 0,
      compute: ([x = new Float64Array(), y = new Float64Array()]) => pearson(x, y) ?? NaN,
    },
  }),
);
