/** A pause by failures holds what hasn't run: where nothing is left by the time that its jobs have ended, the study goes on to its end. */
import { patched } from '@temporalio/workflow';
import { isOfFailures } from '../../src/run/pause-cause.ts';
import type { StudyContext } from './study-context.ts';
import type { StudyLedger } from './study-ledger.ts';

/** Ends a pause by failures that holds nothing. One by a person, by the budget or for want of a cluster stays. */
export function endEmptyPause({ ledger, input: { studyId } }: StudyContext): void {
  const { pausedBy } = ledger.state;
  if (!isEmptyPause(ledger) || !patched('empty-pause-ends')) return;
  ledger.turn('running jobs');
  ledger.note(
    `Nothing was left to run when the guard ${pausedBy ?? ''} had paused the study, so it went on to its end. Why runs failed: doeflow logs ${studyId}`,
  );
}

/** True where a resume would run nothing: each run has ended, and none of them is to run once more. */
export function isEmptyPause(ledger: StudyLedger): boolean {
  const { state, jobs, guards, planned, counts, stopping } = ledger;
  if (state.state !== 'Paused' || !isOfFailures(state.pausedBy) || stopping) return false;
  const isAmended = state.revision !== state.sentRevision || state.anew !== undefined;
  const isWaiting =
    jobs.inFlightCount > 0 ||
    planned.left > 0 ||
    jobs.state.queuedRetries.length > 0 ||
    state.requests.length > 0 ||
    state.retryable > 0;
  return !isAmended && !isWaiting && !ledger.hasUnrun && !guards.holdsRuns(counts.failures);
}
