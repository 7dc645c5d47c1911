/** A study that shares runs and was paused: others may have run meanwhile what it is about to pay for. */
import { patched } from '@temporalio/workflow';
import { isRefusal, sentenceOf } from '../failures.ts';
import { publishProgress } from './publish-progress.ts';
import { onSharedAnew } from './shared-settled.ts';
import type { StudyContext } from './study-context.ts';

/** Looks once more at what other studies have, before anything more is started: once for each time that the study goes on. */
export async function lookAgain(context: StudyContext): Promise<void> {
  const { ledger, input, proxies } = context;
  if (ledger.state.looksAgain !== true || ledger.state.state !== 'Running') return;
  ledger.book({ change: { looksAgain: undefined } });
  // A study that was started for certain runs alone has no others ahead. Those of before ran what they had claimed.
  if (ledger.state.onlyRequests || !patched('looks-again')) return;
  const { activity, sentRevision } = ledger.state;
  ledger.showActivity('looking for runs that other studies have done meanwhile');
  publishProgress(context);
  try {
    const shared = await proxies.step.renewSharedRuns({
      studyId: input.studyId,
      inFlight: ledger.jobs.inFlightNumbers,
      ...(sentRevision === undefined ? {} : { revision: sentRevision }),
    });
    ledger.book(onSharedAnew(ledger.state, shared));
    ledger.jobs.passOver(ledger.state.plan);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    ledger.note(
      `What other studies have run while this one was paused could not be looked for, so it runs all that is left itself: ${sentenceOf(error)}`,
    );
  }
  // A person may have paused it meanwhile.
  if (ledger.state.state === 'Running') ledger.showActivity(activity);
}
