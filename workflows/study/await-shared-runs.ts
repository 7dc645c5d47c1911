/** The end of a study that shares runs: what others run is waited for, once it has nothing to run itself. */
import type { SharedRuns } from '../../src/run/activity-contract.ts';
import { returnCluster } from './lend-cluster.ts';
import { publishProgress } from './publish-progress.ts';
import type { StudyContext } from './study-context.ts';
import type { StudyChange, StudyLedgerState } from './study-state.ts';
import { untilStopped } from '../until-stopped.ts';

/** True while runs of others are waited for; a study that was started again for certain runs alone waits for none. */
export function sharesRuns({ ledger }: StudyContext): boolean {
  const { awaited, onlyRequests } = ledger.state;
  return awaited !== undefined && awaited.runs > 0 && !onlyRequests && !ledger.stopping;
}

/** Waits for the runs of others, as long as nothing else is to be done; what they don't run becomes a further job. @param isIdle nothing else is to be done */
export async function awaitSharedRuns(context: StudyContext, isIdle: () => boolean): Promise<void> {
  const { ledger, input, proxies } = context;
  const { awaited } = ledger.state;
  if (awaited === undefined || !sharesRuns(context)) return;
  // It costs nothing while others run.
  await returnCluster(context);
  const runs = awaited.runs === 1 ? '1 run' : `${awaited.runs} runs`;
  ledger.showActivity(
    `waiting for ${runs} of ${awaited.studies.join(', ')}, which this study needs too`,
  );
  publishProgress(context);
  const settled = await untilStopped(
    () => ledger.stopping || !isIdle(),
    () =>
      proxies.wait.awaitSharedRuns({
        studyId: input.studyId,
        jobNumber: ledger.jobs.state.nextJobNumber,
      }),
  );
  if (settled === undefined) return;
  ledger.book(onSharedSettled(ledger.state, settled));
  if (settled.rest > 0) ledger.jobs.queueRetry(undefined, settled.rest);
}

/** What is taken over counts as done. */
function onSharedSettled(
  { plan, done }: Pick<StudyLedgerState, 'plan' | 'done'>,
  { reused, awaited }: SharedRuns,
): StudyChange {
  if (plan === undefined) return { change: {} };
  const taken = reused - (plan.reused ?? 0);
  return { change: { plan: { ...plan, reused }, done: done + taken, awaited } };
}
