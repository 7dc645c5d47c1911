import { ApplicationFailure } from '@temporalio/workflow';
import { applicationFailureOf, sentenceOf } from '../failures.ts';
import type { StudyContext } from './study-context.ts';
import { publishProgress } from './publish-progress.ts';

/** What to throw for a study that can't go on by itself, such as over a damaged store: what it was doing, why it ended, what is kept, what to do. Anything but an activity’s refusal is thrown as it is. */
export function endBroken(context: StudyContext, error: unknown): unknown {
  // A fault of the code waits for a mended worker, as every workflow does.
  const failure = applicationFailureOf(error);
  if (failure === undefined) return error;
  const { ledger, input } = context;
  const { activity, plan } = ledger.state;
  const next =
    plan === undefined
      ? 'Nothing was run for it since it was started.'
      : `What it collected is in the store: doeflow results ${input.studyId}. Its jobs are left to end, and to be collected by their own workflows. To go on, and pay for nothing twice: doeflow resume ${input.studyId}`;
  const message = `Study ${input.studyId} had to end while ${activity}: ${sentenceOf(error)}. ${next}`;
  ledger.note(message);
  ledger.showActivity(`ended before its time, while ${activity}`);
  publishProgress(context);
  return ApplicationFailure.nonRetryable(message, failure.type ?? 'STUDY_BROKEN');
}
