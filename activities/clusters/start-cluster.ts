import type { PlatformClusterTarget } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Starts a saved cluster. One POST, never repeated here. */
export async function startCluster(
  { platform }: ActivityDependencies,
  { clusterId }: PlatformClusterTarget,
  { signal }: ActivityRun,
): Promise<void> {
  await platform.clusters.start(clusterId, { signal });
}
