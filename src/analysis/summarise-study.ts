import { moments, type Moments } from './moments.ts';
import { pearson } from './pearson.ts';
import { numbersOf, type StudyTable } from './study-table.ts';

/** A correlation of two columns; absent where a column is constant or too few runs have both. */
export interface Correlation {
  readonly first: string;
  readonly second: string;
  readonly value: number;
}

/** The statistics part of `summary.json`. */
export interface StudySummary {
  /** Runs in the table and how many of them count. */
  readonly runs: { readonly total: number; readonly accepted: number };
  /** One entry a response with a number, over the accepted runs. */
  readonly moments: Readonly<Record<string, Moments>>;
  readonly correlations: { readonly pearson: readonly Correlation[] };
}

/** Statistics of a study over its accepted runs; columns of texts are left out. */
export function summariseStudy(table: StudyTable): StudySummary {
  const rows = Array.from(table.accepted.keys()).filter((row) => Boolean(table.accepted[row]));
  const columns = table.columns.flatMap(({ name, role, values }) => {
    const numbers = numbersOf(values);
    return numbers
      ? [{ name, role, values: Float64Array.from(rows, (row) => numbers[row] ?? NaN) }]
      : [];
  });
  const responses = columns.filter(({ role }) => role !== 'input' && role !== 'case');
  return {
    runs: { total: table.accepted.length, accepted: rows.length },
    moments: Object.fromEntries(
      responses.flatMap(({ name, values }) => {
        const found = moments(values);
        return found ? [[name, found] as const] : [];
      }),
    ),
    correlations: {
      pearson: columns.flatMap((first, index) =>
        columns.slice(index + 1).flatMap((second) => {
          const value = pearson(first.values, second.values);
          return value === undefined ? [] : [{ first: first.name, second: second.name, value }];
        }),
      ),
    },
  };
}
