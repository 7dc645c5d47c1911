import { collect, normaliseStatus } from '../../src/platform-api/index.ts';
import { isClusterOver, type DatedStatus } from '../../src/run/cluster-end.ts';
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

/** A cluster's whole history, its statuses spelled as in the document; undefined for one that is gone. */
export function readClusterHistory(
  dependencies: Pick<ActivityDependencies, 'platform' | 'poll'>,
  clusterId: string,
  run: Pick<ActivityRun, 'signal' | 'show'>,
): Promise<readonly DatedStatus[] | undefined> {
  const { signal } = run;
  return unlessClusterGone(dependencies, clusterId, run, async () => {
    const entries = await collect(dependencies.platform.clusters.statuses(clusterId, { signal }));
    return entries.map((entry) => ({ ...entry, status: normaliseStatus(entry.status) }));
  });
}

async function readLatest(
  platform: ActivityDependencies['platform'],
  clusterId: string,
  signal: AbortSignal,
): Promise<ClusterReading> {
  for await (const entry of platform.clusters.statuses(clusterId, { signal })) {
    const status = normaliseStatus(entry.status);
    return { status, ended: isClusterOver(status) };
  }
  return { status: 'Not Started', ended: false };
}
