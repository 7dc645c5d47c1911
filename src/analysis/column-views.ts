import { ranks } from '../numbers/ranks.ts';
import { centre, type CentredColumn } from './centre.ts';
import { dot } from './orthogonal-basis.ts';

/** What follows from a column alone, kept while the column is: each is made when it is first asked for, and once. */
export interface ColumnViews {
  /** @param make gives the same for the same values; nobody changes them, or what it gives */
  readonly once: <T>(
    make: (values: Float64Array, views: ColumnViews) => T,
    values: Float64Array,
  ) => T;
}

/** Views of the columns of one table; a column is known by its array. */
export function createColumnViews(): ColumnViews {
  const known = new WeakMap<Float64Array, Map<unknown, unknown>>();
  const views: ColumnViews = {
    once: <T>(make: (values: Float64Array, views: ColumnViews) => T, values: Float64Array): T => {
      const own = known.get(values) ?? new Map<unknown, unknown>();
      known.set(values, own);
      if (!own.has(make)) own.set(make, make(values, views));
      return own.get(make) as T;
    },
  };
  return views;
}

/** A column about its mean, with the sum of its squares. */
export interface Scatter extends CentredColumn {
  readonly squares: number;
}

/** The column less its mean. @param values finite */
export function scatterOf(values: Float64Array): Scatter {
  const centred = centre(values);
  return { ...centred, squares: dot(centred.values, centred.values) };
}

/** The same of its ranks. @param values finite */
export function rankScatterOf(values: Float64Array): Scatter {
  return scatterOf(ranks(values));
}

/** Whether no value is missing. */
export function isComplete(values: Float64Array): boolean {
  for (let row = 0; row < values.length; row += 1) {
    if (!Number.isFinite(values[row])) return false;
  }
  return true;
}
