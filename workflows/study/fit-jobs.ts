/** Jobs are sent only to a cluster that has the time for them. */
import { patched } from '@temporalio/workflow';
import type { StudyContext } from './study-context.ts';
import { returnCluster } from './lend-cluster.ts';

/**
 * Gives back the question whether a job may be started now. One that its cluster hasn't the time for waits until those in flight have ended,
 * then the cluster is given back, so that a fresh one is asked for; one that no such cluster has the time for fails.
 */
export function createFitter(context: StudyContext): (jobNumber: number) => Promise<boolean> {
  const { ledger, input, proxies } = context;
  const { studyId } = input;
  let held: { readonly jobNumber: number; readonly inFlight: number } | undefined;
  return async (jobNumber) => {
    const { cluster, plan } = ledger.state;
    if (cluster.kind !== 'ready' || plan?.cluster?.kind !== 'own') return true;
    if (!patched('cluster-time')) return true;
    const inFlight = ledger.jobs.inFlightCount;
    if (held?.jobNumber === jobNumber && held.inFlight === inFlight) return false;
    const { clusterId } = cluster;
    const runsAhead = ledger.jobs.submittedRuns;
    const fit = await proxies.read.fitJob({ studyId, jobNumber, clusterId, runsAhead });
    held = undefined;
    switch (fit.verdict) {
      case 'fits':
        return true;
      case 'later':
        if (inFlight > 0) {
          held = { jobNumber, inFlight };
          return false;
        }
        ledger.note(
          `Cluster ${clusterId} was given back before job ${jobNumber}: ${fit.why ?? ''}; a fresh one is asked for, which is made as soon as no other study has that one`,
        );
        await returnCluster(context, clusterId);
        return false;
      case 'never':
        await failJob(
          context,
          jobNumber,
          `cluster ${clusterId} has no time for it: ${fit.why ?? ''}`,
        );
        return false;
    }
  };
}

/** Books the runs of a job that is never sent as failed. */
async function failJob(
  { ledger, input: { studyId }, proxies }: StudyContext,
  jobNumber: number,
  message: string,
): Promise<void> {
  if (ledger.startNextJob() !== jobNumber) return;
  const { sentRevision: revision } = ledger.state;
  const files = revision === undefined ? {} : { revision };
  await proxies.step.prepareJob({ studyId, jobNumber, ...files });
  ledger.jobEnded(await proxies.step.refuseJob({ studyId, jobNumber, message }));
}
