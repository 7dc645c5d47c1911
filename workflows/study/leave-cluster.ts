/** A cluster of hardware that an amendment has changed is left: what is under way ends on it, then another one is asked for. */
import { patched } from '@temporalio/workflow';
import { givenBackAsAmended } from './notes-of-pauses.ts';
import { returnCluster, returnClusterLeft } from './lend-cluster.ts';
import type { StudyContext } from './study-context.ts';

/** Gives back the cluster that is to be left once nothing of the study runs on it; until then no job is started. */
export async function leaveCluster(context: StudyContext): Promise<void> {
  const { ledger } = context;
  const { leavesCluster, cluster, plan } = ledger.state;
  const held = plan?.cluster;
  if (leavesCluster === undefined || held?.kind !== 'own' || !patched('amended-cluster')) return;
  const { inFlightCount, state } = ledger.jobs;
  switch (cluster.kind) {
    case 'not-asked':
      // Those that it had begun before it was lost are on it, or were.
      if (state.adopted.length > 0) return;
      await returnClusterLeft(context);
      break;
    case 'asked':
    case 'ready': {
      // One that is being made is known by its news.
      if (cluster.clusterId === undefined) return;
      if (inFlightCount > 0 || state.adopted.length > 0) {
        // A paused study tells why it is paused.
        if (ledger.state.state !== 'Running' || !isAnyLeft(context)) return;
        ledger.showActivity(
          `running jobs; what follows waits until they have ended, as it runs on another cluster ${held.name}: ${held.spec ?? ''}`,
        );
        return;
      }
      await returnCluster(context, cluster.clusterId);
      ledger.note(
        `Cluster ${cluster.clusterId} (${leavesCluster}) ${givenBackAsAmended}; ${whatFollows(context, held.spec)}`,
      );
      break;
    }
    case 'refused':
      break;
  }
  ledger.book({ change: { leavesCluster: undefined } });
}

/** What runs on another cluster than the one that was given back, in words. */
function whatFollows(context: StudyContext, spec = ''): string {
  const { ledger } = context;
  if (!isAnyLeft(context)) return 'nothing is left to run';
  // What an amendment adds may have run by now on the cluster before; what it has run again isn't known yet.
  const isAllEnded =
    !ledger.hasUnrun &&
    ledger.planned.left + ledger.jobs.state.queuedRetries.length + ledger.state.retryable === 0 &&
    ledger.state.requests.every(({ runs }) => runs === 'added');
  return isAllEnded
    ? `all runs have ended, and any that runs again does so on another one: ${spec}`
    : `what is left runs on another one: ${spec}`;
}

/** Runs are planned, or may run again. */
function isAnyLeft({ ledger }: StudyContext): boolean {
  const { requests, retryable } = ledger.state;
  const queued = ledger.jobs.state.queuedRetries.length;
  return ledger.planned.left + queued + requests.length + retryable > 0;
}
