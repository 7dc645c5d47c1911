/** How runs ended one after the other: what the guards of a study look at. */
import type { RetryCause } from './failure-reason.ts';
import { causeOf } from './retry-policy.ts';
import { reasonOf, type RunOutcome } from './run-outcome.ts';

/** Counts of runs in the order of their ends. */
export interface RunStreaks {
  readonly done: number;
  readonly failed: number;
  /** Failed before the first one was done. */
  readonly failedFirst: number;
  /** Failed since the latest one was done. */
  readonly failedLast: number;
  /** Most that failed in a row. */
  readonly failedInRow: number;
}

/** No run has ended. */
export const noStreaks: RunStreaks = {
  done: 0,
  failed: 0,
  failedFirst: 0,
  failedLast: 0,
  failedInRow: 0,
};

/** Causes that tell of the study itself. What the platform did to a run, or somebody on purpose, tells nothing of the next one. */
const ownCauses: ReadonlySet<RetryCause> = new Set(['timeout', 'solver', 'output']);

/** Counts the outcomes in the order of their ends, where all have one, else in the order given. */
export function streaksOf(outcomes: readonly RunOutcome[]): RunStreaks {
  const ends = new Map(outcomes.map((outcome) => [outcome, Date.parse(outcome.endedAt ?? '')]));
  const endOf = (outcome: RunOutcome): number => ends.get(outcome) ?? Number.NaN;
  const isDated = outcomes.every((outcome) => Number.isFinite(endOf(outcome)));
  const ordered = isDated ? [...outcomes].sort((a, b) => endOf(a) - endOf(b)) : outcomes;
  return ordered.map(streakOfOne).reduce(joinStreaks, noStreaks);
}

/** The counts of runs that ended after others. */
export function joinStreaks(before: RunStreaks, after: RunStreaks): RunStreaks {
  return {
    done: before.done + after.done,
    failed: before.failed + after.failed,
    failedFirst: before.failedFirst + (before.done === 0 ? after.failedFirst : 0),
    failedLast: after.failedLast + (after.done === 0 ? before.failedLast : 0),
    failedInRow: Math.max(
      before.failedInRow,
      after.failedInRow,
      before.failedLast + after.failedFirst,
    ),
  };
}

function streakOfOne(outcome: RunOutcome): RunStreaks {
  const reason = reasonOf(outcome);
  if (reason === undefined) return { ...noStreaks, done: 1 };
  const cause = causeOf(reason);
  if (cause === undefined || !ownCauses.has(cause)) return noStreaks;
  return { done: 0, failed: 1, failedFirst: 1, failedLast: 1, failedInRow: 1 };
}
