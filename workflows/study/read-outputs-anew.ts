/** Outputs that were amended while the study is open: what was collected before is read anew, and counted by them. */
import { patched } from '@temporalio/workflow';
import type { ReadAnew } from '../../src/run/anew-messages.ts';
import { readingAnew } from '../../src/run/passing-activity.ts';
import type { FailureReason } from '../../src/run/run-state.ts';
import { isRefusal, sentenceOf } from '../failures.ts';
import { publishProgress } from './publish-progress.ts';
import type { StudyContext } from './study-context.ts';
import { addCounts, type StudyChange, type StudyLedgerState } from './study-state.ts';

/**
 * Reads anew what is older than the study's outputs. Jobs that are in flight meanwhile may count by the older ones, or by what their runs came to by
 * them: once they have ended it counts again.
 */
export async function readOutputsAnew(context: StudyContext): Promise<void> {
  const { ledger, input, proxies } = context;
  const { anew } = ledger.state;
  if (anew === undefined) return;
  const ahead = jobsAhead(context);
  if (anew.after.some((jobNumber) => ahead.includes(jobNumber))) return;
  const { activity } = ledger.state;
  ledger.showActivity(readingAnew);
  publishProgress(context);
  const { done, failed, failures, retryable } = ledger.state;
  try {
    const target = { studyId: input.studyId, inFlight: ahead };
    const read = await proxies.transfer.readOutputsAnew(target);
    const since = { done, failed, failures, retryable };
    const after = anew.isLast === true ? [] : ahead;
    ledger.book(onReadAnew(ledger.state, { anew, since, read, after }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const note = `What was collected before the outputs were amended could not be read anew, so its values are missing: ${sentenceOf(error)}`;
    ledger.book({ change: { anew: undefined }, note });
  }
  // One that is paused stays so.
  ledger.showActivity(activity);
}

/** The same where a study comes to its end before it could, or was amended as it was stopped. */
export async function readOutputsAtEnd(context: StudyContext): Promise<void> {
  const { anew, revision, sentRevision } = context.ledger.state;
  const isUnsent = revision !== undefined && revision !== sentRevision;
  if (anew === undefined && !isUnsent) return;
  // Studies of before were never amended so.
  if (!patched('outputs-read-anew')) return;
  context.ledger.book({ change: { anew: { after: [], isLast: true } } });
  await readOutputsAnew(context);
}

/** Jobs whose runs are counted by what they tell: in flight, or prepared and not started. */
function jobsAhead({ ledger: { jobs } }: StudyContext): readonly number[] {
  return [...new Set([...jobs.inFlightNumbers, ...jobs.state.queuedRetries])];
}

/** What the study's counts are by its outputs as they are now; what ended while they were read is added to them. */
function onReadAnew(
  state: StudyLedgerState,
  {
    anew,
    since,
    read: { counts, retryable, note },
    after,
  }: {
    readonly anew: NonNullable<StudyLedgerState['anew']>;
    readonly since: Pick<StudyLedgerState, 'done' | 'failed' | 'failures' | 'retryable'>;
    readonly read: ReadAnew;
    readonly after: readonly number[];
  },
): StudyChange {
  const before = Object.entries(since.failures).map(([reason, count]) => ({
    reason: reason as FailureReason,
    count: -count,
  }));
  const may = state.onlyRequests ? Math.min(retryable, since.retryable) : retryable;
  return {
    change: {
      done: state.done - since.done + counts.done,
      failed: state.failed - since.failed + counts.failed,
      failures: addCounts(addCounts(state.failures, counts.failures), before),
      retryable: state.retryable - since.retryable + may,
      notes: state.notes.filter((one) => one !== anew.note),
      anew:
        after.length === 0
          ? undefined
          : { after, isLast: true, ...(note === undefined ? {} : { note }) },
    },
    note,
  };
}
