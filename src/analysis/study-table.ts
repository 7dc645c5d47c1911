import type { Cell } from '../study/study.ts';

/** One column of a study's results. */
export interface StudyColumn {
  readonly name: string;
  readonly role: 'input' | 'output' | 'constraint' | 'objective' | 'case';
  /** One entry a run; NaN where the run gave none. */
  readonly values: Float64Array | readonly Cell[];
}

/** A study's results in columns, one entry a run, the nominal run left out. */
export interface StudyTable {
  readonly columns: readonly StudyColumn[];
  /** Whether the run is done and counts. */
  readonly accepted: readonly boolean[] | Uint8Array;
}

/** The values as numbers, or undefined for a column that holds texts. */
export function numbersOf(values: Float64Array | readonly Cell[]): Float64Array | undefined {
  if (values instanceof Float64Array) return values;
  return values.every((cell) => typeof cell === 'number') ? Float64Array.from(values) : undefined;
}
