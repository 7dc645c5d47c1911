/** The end of a study that shares runs: what others run is waited for, once it has nothing to run itself. */
import { returnCluster } from './lend-cluster.ts';
import type { AwaitedRuns } from '../../src/run/plan-summary.ts';
import { publishProgress } from './publish-progress.ts';
import type { StudyContext } from './study-context.ts';
import { onSharedSettled } from './shared-settled.ts';
import { untilStopped } from '../until-stopped.ts';

/** True while runs of others are waited for; a study that was started again for certain runs alone waits for none but those that were added. */
export function sharesRuns({ ledger }: StudyContext): boolean {
  const { awaited, onlyRequests, plan } = ledger.state;
  const waits = !onlyRequests || plan?.sharesAdded === true;
  return awaited !== undefined && awaited.runs > 0 && waits && !ledger.stopping;
}

/** Waits for the runs of others, as long as nothing else is to be done; what they don't run becomes a further job. @param isIdle nothing else is to be done */
export async function awaitSharedRuns(context: StudyContext, isIdle: () => boolean): Promise<void> {
  const { ledger, input, proxies } = context;
  const { awaited, sentRevision } = ledger.state;
  if (awaited === undefined || !sharesRuns(context)) return;
  // It costs nothing while others run.
  await returnCluster(context);
  ledger.showActivity(waitingWords(awaited));
  publishProgress(context);
  const settled = await untilStopped(
    () => ledger.stopping || !isIdle(),
    () =>
      proxies.wait.awaitSharedRuns({
        studyId: input.studyId,
        jobNumber: ledger.jobs.state.nextJobNumber,
        ...(sentRevision === undefined ? {} : { revision: sentRevision }),
      }),
  );
  if (settled === undefined) return;
  ledger.book(onSharedSettled(ledger.state, settled));
  if (settled.rest === 0) return;
  ledger.showActivity('running jobs');
  ledger.jobs.queueRetry(undefined, settled.rest);
}

/** Such as `waiting for 3 runs of beam-1, which this study needs too`. */
function waitingWords({ runs, studies, lost }: AwaitedRuns): string {
  const words = `waiting for ${runs === 1 ? '1 run' : `${runs} runs`} of ${studies.join(', ')}, which this study needs too`;
  if (lost === undefined) return words;
  const gone = `${lost.studies.join(', ')} is no longer run, but has jobs on the platform that are paid for`;
  return `${words}; ${gone}: they are waited for until ${lost.until}, and until then nothing is run twice`;
}
