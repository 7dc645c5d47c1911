import type { PlatformContext } from '../context.ts';
import type { ClusterRow } from '../database/cluster-store.ts';
import { presentHardware } from './present-job.ts';

/** A persistent cluster; of its shape only `id` is documented, the rest follows the request's. */
export function presentCluster(
  context: PlatformContext,
  cluster: ClusterRow,
): Record<string, unknown> {
  const { record } = cluster;
  return {
    id: cluster.id,
    name: record.name,
    owner: context.catalogue.workspace.owner,
    dateInserted: new Date(cluster.createdAt).toISOString(),
    hardware: presentHardware(context, record.hardware, 3),
    installedAnalyses: record.installedAnalyses,
    runLowPriority: record.runLowPriority,
    status: cluster.status,
  };
}
