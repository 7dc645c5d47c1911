import type { PlatformClusterTarget } from '../../src/run/cluster-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireMadeCluster } from '../own-records.ts';

/** Starts a saved cluster. One POST, never repeated here. */
export async function startCluster(
  { platform, store }: ActivityDependencies,
  { studyId, clusterId }: PlatformClusterTarget,
  { signal }: ActivityRun,
): Promise<void> {
  await requireMadeCluster({ store }, { studyId, clusterId });
  await platform.clusters.start(clusterId, { signal });
}
