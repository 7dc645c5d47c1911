import type { PlatformClusterTarget } from '../../src/run/cluster-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { notOurs, requireMadeCluster } from '../own-records.ts';
import { readCluster } from './read-cluster.ts';

/** Starts a saved cluster. One POST, never repeated here, and none for one that was started before. */
export async function startCluster(
  dependencies: ActivityDependencies,
  { studyId, clusterId }: PlatformClusterTarget,
  run: ActivityRun,
): Promise<void> {
  await requireMadeCluster(dependencies, { studyId, clusterId });
  const { status, ended } = await readCluster(dependencies, { studyId, clusterId }, run);
  if (ended) throw notOurs(`cluster ${clusterId}`, `it has ended: its status is ${status}`);
  if (status !== 'Not Started') return;
  await dependencies.platform.clusters.start(clusterId, { signal: run.signal });
}
