import { normaliseStatus } from '../../src/platform-api/index.ts';
import type { ClusterReading, PlatformClusterTarget } from '../../src/run/cluster-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { unlessClusterGone } from '../unless-gone.ts';

/** The platform's latest word on a cluster. */
export async function readCluster(
  dependencies: Pick<ActivityDependencies, 'platform' | 'poll'>,
  { clusterId }: PlatformClusterTarget,
  run: ActivityRun,
): Promise<ClusterReading> {
  const reading = await unlessClusterGone(dependencies, clusterId, run, () =>
    readLatest(dependencies.platform, clusterId, run.signal),
  );
  return reading ?? { status: 'Deleted', ended: true };
}

async function readLatest(
  platform: ActivityDependencies['platform'],
  clusterId: string,
  signal: AbortSignal,
): Promise<ClusterReading> {
  for await (const entry of platform.clusters.statuses(clusterId, { signal })) {
    const status = normaliseStatus(entry.status);
    return { status, ended: ['Stop Requested', 'Stopping', 'Stopped', 'Error'].includes(status) };
  }
  return { status: 'Not Started', ended: false };
}
