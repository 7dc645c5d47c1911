/** Which runs count as failed, and whether they are more than a study allows. Pure. */
import type { OutcomeChange } from '../../src/run/messages.ts';
import type { GuardLedgerState } from './guard-state.ts';
import {
  addCounts,
  type StudyChange,
  type StudyCounts,
  type StudyLedgerState,
} from './study-state.ts';

/** What is seen of the limit. */
export interface LimitSeen {
  /** More have failed, beyond those that a person has seen. */
  readonly isPassed: boolean;
  /** The same as studies of before saw it: those that run again already counted, and after a person had looked each further one passed it. */
  readonly wasPassedBefore: boolean;
}

/**
 * @param failures runs that have failed by their latest attempt
 * @param mending those of them that the retry policy runs again now
 */
export function seeLimit(
  {
    plan,
    allowedFailures: seen,
    retryable,
  }: Pick<StudyLedgerState, 'plan' | 'allowedFailures' | 'retryable'>,
  failures: number,
  mending: number,
): LimitSeen {
  const { maxFailedRuns: limit = 0 } = plan ?? {};
  const left = failures - retryable;
  return {
    isPassed: left - mending > seen + limit,
    wasPassedBefore: left > Math.max(seen, limit),
  };
}

/** Runs that have failed by their latest attempt, without those that a guard or the reaper had stopped. */
export function countFailures(
  { failed, failures }: Pick<StudyCounts, 'failed' | 'failures'>,
  { heldJobs, stoppedJobs = [] }: Pick<GuardLedgerState, 'heldJobs' | 'stoppedJobs'>,
): number {
  return heldJobs.length + stoppedJobs.length === 0 ? failed : failed - (failures.stopped ?? 0);
}

/** What runs that never began change in a stopped study, by the counts of the outcomes that are left. */
export function onRunsWithdrawn(
  { failures: before }: StudyLedgerState,
  { done, failed, failures: left }: OutcomeChange,
): StudyChange {
  const failures = addCounts({}, left);
  const withdrawn = (before['not-started'] ?? 0) - (failures['not-started'] ?? 0);
  const change = { done, failed, failures };
  if (withdrawn <= 0) return { change };
  const runs = withdrawn === 1 ? '1 run' : `${withdrawn} runs`;
  return {
    change,
    note: `Withdrawn, as the study was stopped before the platform had started them: ${runs}`,
  };
}
