import type { FoundCluster } from '../../src/run/cluster-contract.ts';
import type { ActivityProxies } from '../activity-proxies.ts';
import { doOnce } from '../failures.ts';
import type { ClusterOrder } from './cluster-order.ts';
import type { ClusterLeft } from './find-cluster-left.ts';

type Found = FoundCluster & { readonly clusterId: string };

/** Has the platform save a cluster, once; or gives back a living one of another study that shares it and whose workflow is gone. */
export async function makeCluster(
  { studyId, name, spec }: ClusterOrder,
  { once, read }: ActivityProxies,
  options: Omit<Parameters<typeof doOnce>[0], 'attempt' | 'find'>,
): Promise<ClusterLeft> {
  const target = { studyId, name, ...(spec === undefined ? {} : { spec }) };
  const { clusterId, ...shared } = await doOnce<Found>({
    ...options,
    attempt: () => once.createCluster(target),
    find: async () => {
      const { clusterId: found } = await read.findCluster(target);
      return found === undefined ? undefined : { clusterId: found };
    },
  });
  if (shared.madeFor === undefined) return { state: { name: 'starting', clusterId } };
  // Its watch tells at once how it is.
  return { ...shared, state: { name: 'running', clusterId, status: 'Not Started' } };
}
