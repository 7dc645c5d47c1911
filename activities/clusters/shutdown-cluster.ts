import { isNotServed } from '../../src/platform-api/index.ts';
import type { PlatformClusterTarget } from '../../src/run/cluster-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireMadeCluster } from '../own-records.ts';

/** Ends a cluster where the platform has a way; says so when it has none. */
export async function shutdownCluster(
  { platform, store }: ActivityDependencies,
  { studyId, clusterId }: PlatformClusterTarget,
  { signal }: ActivityRun,
): Promise<{ served: boolean }> {
  await requireMadeCluster({ store }, { studyId, clusterId });
  const answer = await platform.clusters.shutdown(clusterId, { signal });
  return { served: !isNotServed(answer) };
}
