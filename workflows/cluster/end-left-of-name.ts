import { log } from '@temporalio/workflow';
import type { ClusterBorrower } from '../../src/run/messages.ts';
import type { ActivityProxies } from '../activity-proxies.ts';
import { isRefusal, sentenceOf } from '../failures.ts';
import type { Cluster } from './cluster.ts';

/**
 * Ends what a study gives back to a workflow that doesn't have it: a cluster of the same name whose own workflow is gone, where no other open study may
 * have it. What the platform refuses is told by the reaper.
 */
export async function endLeftOfName(
  name: string,
  cluster: Cluster,
  { studyId }: ClusterBorrower,
  { read, write }: ActivityProxies,
): Promise<void> {
  if (studyId === undefined) return;
  try {
    const found = await read.findCluster({ studyId, name, shared: true });
    const { clusterId, madeFor = studyId, holders = [] } = found;
    if (clusterId === undefined || clusterId === cluster.held) return;
    const others = holders.filter(
      (holder) => holder.studyId !== studyId && !cluster.isLentTo(holder),
    );
    if (others.length === 0) await write.shutdownCluster({ studyId: madeFor, clusterId });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn('A cluster that was left could not be ended', { why: sentenceOf(error) });
  }
}
