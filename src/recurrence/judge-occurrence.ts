import type { OccurrenceResult } from './recurrence-layout.ts';
import type { Comparison } from './compare-results.ts';

/** What is known of an occurrence when it is judged. */
export interface OccurrenceFacts {
  /** The study ran to its end. */
  readonly finished: boolean;
  /** Runs that are done. */
  readonly done: number;
  /** Against its reference; `first` where there is none yet, a sentence where the two can't be compared. */
  readonly against: 'first' | Comparison | { readonly differs: string };
}

/** A verdict, and whether the next occurrences are compared with this one. */
export interface Verdict {
  readonly comparison: Exclude<OccurrenceResult['comparison'], 'skipped'>;
  readonly becomesReference: boolean;
}

/**
 * The reference stays while occurrences are the same, so that a drift in small steps is told once it has left the tolerance. An occurrence that
 * moved is the next reference: each move is told once. An occurrence with fewer runs than its reference never is.
 */
export function judgeOccurrence({ finished, done, against }: OccurrenceFacts): Verdict {
  if (!finished) return { comparison: 'incomparable', becomesReference: false };
  const becomesReference = done > 0;
  if (against === 'first') return { comparison: 'first', becomesReference };
  if ('differs' in against) return { comparison: 'incomparable', becomesReference };
  const { moved, lostRuns, gainedRuns } = against;
  if (lostRuns.length > 0) {
    return { comparison: moved > 0 ? 'moved' : 'incomparable', becomesReference: false };
  }
  return moved > 0
    ? { comparison: 'moved', becomesReference }
    : { comparison: 'same', becomesReference: gainedRuns.length > 0 };
}
