/**
 * The runs that fits with many terms are made of. Their error falls no further with more runs once each term has a hundred of them, while their cost
 * grows, and a polynomial chaos pays for more runs with fewer terms.
 */
import { createStream } from '../distributions/index.ts';
import type { StudyStructure } from './study-table.ts';

/** Fits are made of at most so many runs. */
export const mostFitRuns = 8192;

/** How many runs a fit was made of, and how many could have been taken. */
export interface FitSample {
  readonly rows: number;
  readonly of: number;
}

/** What the choice of the runs depends on. */
export type SampledDesign = Pick<StudyStructure, 'seed'>;

/**
 * The rows with a finite value that a fit is made of, ascending: drawn by the seed, as rows may have been sorted, whatever the design.
 * @returns undefined where all of them are taken
 */
export function sampleRows(
  values: Float64Array,
  design: SampledDesign | undefined,
): { readonly rows: Uint32Array; readonly sample: FitSample } | undefined {
  const of = values.reduce((count, value) => (Number.isFinite(value) ? count + 1 : count), 0);
  if (of <= mostFitRuns) return undefined;
  const stream = createStream(design?.seed ?? 0, '/fit/sample');
  const rows = new Uint32Array(mostFitRuns);
  let [taken, seen] = [0, 0];
  for (let row = 0; taken < mostFitRuns; row += 1) {
    if (!Number.isFinite(values[row])) continue;
    // Each of those that are left is as likely as the others to be among those still to be taken.
    if (stream.uniform(seen) * (of - seen) < mostFitRuns - taken) {
      rows[taken] = row;
      taken += 1;
    }
    seen += 1;
  }
  return { rows, sample: { rows: mostFitRuns, of } };
}

/** The entries of a column at some rows; of all rows where none are named. */
export function entriesAt<T extends Float64Array | readonly unknown[]>(
  column: T,
  rows: Uint32Array | undefined,
): T {
  if (rows === undefined) return column;
  const picked =
    column instanceof Float64Array
      ? Float64Array.from(rows, (row) => column[row] ?? NaN)
      : Array.from(rows, (row) => column[row]);
  return picked as T;
}
