import { normaliseStatus, NotFoundError } from '../../src/platform-api/index.ts';
import type { ClusterReading, PlatformClusterTarget } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** The platform's latest word on a cluster. */
export async function readCluster(
  { platform }: ActivityDependencies,
  { clusterId }: PlatformClusterTarget,
  { signal }: ActivityRun,
): Promise<ClusterReading> {
  try {
    for await (const entry of platform.clusters.statuses(clusterId, { signal })) {
      const status = normaliseStatus(entry.status);
      return { status, ended: ['Stop Requested', 'Stopping', 'Stopped', 'Error'].includes(status) };
    }
    return { status: 'Not Started', ended: false };
  } catch (error) {
    if (error instanceof NotFoundError) return { status: 'Deleted', ended: true };
    throw error;
  }
}
