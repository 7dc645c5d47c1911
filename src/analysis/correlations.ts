import type { ColumnViews } from './column-views.ts';
import type { pearson } from './pearson.ts';
import type { NumericColumn } from './study-table.ts';

/** A correlation of two columns; absent where a column is constant or too few runs have both. */
export interface Correlation {
  readonly first: string;
  readonly second: string;
  readonly value: number;
}

/** Every pair of columns, the first ones first. */
export function correlate(
  columns: readonly NumericColumn[],
  correlation: typeof pearson,
  views: ColumnViews,
): readonly Correlation[] {
  return columns.flatMap((first, index) =>
    columns.slice(index + 1).flatMap((second) => {
      const value = correlation(first.values, second.values, views);
      return value === undefined ? [] : [{ first: first.name, second: second.name, value }];
    }),
  );
}
