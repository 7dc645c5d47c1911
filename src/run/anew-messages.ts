/** What is said of outputs that were amended while the study is open. Plain data. */
import type { OutcomeChange, StudyTarget } from './messages.ts';

/** What a study reads anew is counted without what its jobs in flight tell themselves. */
export interface ReadOutputsAnewInput extends StudyTarget {
  /** Numbers of the jobs that are in flight, or about to be started. */
  readonly inFlight: readonly number[];
}

/** The study's runs by the outputs that it has now, but for those of its jobs in flight. */
export interface ReadAnew {
  readonly counts: OutcomeChange;
  /** Failed runs that the retry policy may still run again. */
  readonly retryable: number;
  /** What came of it, as a sentence; absent where nothing was older than the outputs. */
  readonly note?: string;
}
