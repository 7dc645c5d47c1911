import type { OutcomeChange } from './messages.ts';

/** What the tables and statistics of a study have come to. */
export interface AnalysedStudy {
  /** Findings that have a value. */
  readonly findings: number;
  /** Jobs that carry them. */
  readonly jobs: number;
  /** Counts by the outcomes that are left, where an older copy of the store has lost some for good. */
  readonly left?: OutcomeChange;
  readonly notes: readonly string[];
}
