/** What a study does when it can't have another cluster by itself. */
import { patched } from '@temporalio/workflow';
import type { StudyContext } from './study-context.ts';

/** Pauses a study that has no cluster and asks for none, and says why; one that nobody watches is stopped. */
export function limitClusters({ ledger, input: { studyId, unattended } }: StudyContext): void {
  const { clusterTrouble, state, cluster } = ledger.state;
  if (clusterTrouble === undefined || state !== 'Running' || ledger.stopping) return;
  if (cluster.kind !== 'not-asked' || !patched('cluster-limit')) return;
  if (unattended === true) {
    ledger.note(`Stopped, as there is no cluster to go on with: ${clusterTrouble}`);
    return ledger.abort();
  }
  ledger.turn(`paused, as there is no cluster to go on with: ${clusterTrouble}`, 'cluster');
  ledger.note(
    `Paused, as there is no cluster to go on with: ${clusterTrouble}. No cluster is held meanwhile. To ask for one again: doeflow resume ${studyId}; to end the study with what it has: doeflow stop ${studyId}`,
  );
}
