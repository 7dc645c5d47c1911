import { uploadingRevision } from '../../src/run/passing-activity.ts';
import { isRefusal, sentenceOf } from '../failures.ts';
import { publishProgress } from './publish-progress.ts';
import type { StudyContext } from './study-context.ts';

/** Sends the files of a revision that a person asked for; no job is started with them before all are on the platform. */
export async function sendRevision(context: StudyContext): Promise<void> {
  const { ledger } = context;
  for (;;) {
    const { revision, sentRevision } = ledger.state;
    if (revision === undefined || revision === sentRevision || ledger.stopping) return;
    const { activity } = ledger.state;
    ledger.showActivity(uploadingRevision(revision));
    publishProgress(context);
    try {
      await sendFiles(context, revision);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      ledger.revisionRefused(revision, sentenceOf(error));
    }
    // One that is paused stays so.
    ledger.showActivity(activity);
  }
}

async function sendFiles(
  { ledger, input, proxies }: StudyContext,
  revision: number,
): Promise<void> {
  const target = { studyId: input.studyId, revision };
  const { inFlightNumbers: inFlight } = ledger.jobs;
  const { files, ...sent } = await proxies.step.readRevision({ ...target, inFlight });
  for (const name of files) {
    if (ledger.stopping) return;
    await proxies.transfer.uploadStudyFile({ ...target, name });
  }
  ledger.revisionSent(revision, sent);
}
