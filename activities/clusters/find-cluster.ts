import { isNotServed } from '../../src/platform-api/index.ts';
import type { ClusterTarget } from '../../src/run/cluster-contract.ts';
import { clusterName, keepMadeCluster } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** The cluster of that name, where clusters are listed, kept as one that was made here; a saved one that can't be found costs nothing. */
export async function findCluster(
  { platform, store }: ActivityDependencies,
  input: ClusterTarget,
  { signal }: ActivityRun,
): Promise<{ clusterId?: string }> {
  const clusters = await platform.clusters.list({ signal });
  if (isNotServed(clusters)) return {};
  const name = clusterName(input.studyId, input.name);
  for await (const cluster of clusters) {
    if (cluster.name !== name) continue;
    await keepMadeCluster(store, cluster.id, { studyId: input.studyId, name: input.name });
    return { clusterId: cluster.id };
  }
  return {};
}
