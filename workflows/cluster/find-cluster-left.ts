import { sleep } from '@temporalio/workflow';
import type { FoundCluster } from '../../src/run/cluster-contract.ts';
import type { ActivityProxies } from '../activity-proxies.ts';
import type { ClusterOrder } from './cluster-order.ts';
import type { ClusterState } from './cluster-state.ts';

/** A cluster that is left, the study that it was made for, and who may have it. */
export type ClusterLeft = Omit<FoundCluster, 'clusterId'> & { readonly state: ClusterState };

/** Finds the cluster that a workflow which is gone left on the platform, past the list's lag; undefined where none lives. */
export async function findClusterLeft(
  { studyId, name, pace }: ClusterOrder,
  { read }: ActivityProxies,
): Promise<ClusterLeft | undefined> {
  const find = (): Promise<FoundCluster> => read.findCluster({ studyId, name, shared: true });
  let found = await find();
  if (found.clusterId === undefined) {
    await sleep(pace.listLagMs + pace.heartbeatTimeoutMs, {
      summary: `until the platform’s list shows cluster ${name}, if it was made`,
    });
    found = await find();
  }
  const { clusterId, ...shared } = found;
  if (clusterId === undefined) return undefined;
  const target = { studyId: shared.madeFor ?? studyId, clusterId };
  const { status, ended } = await read.readCluster(target);
  if (ended) return undefined;
  const state: ClusterState =
    status === 'Not Started'
      ? { name: 'starting', clusterId }
      : { name: 'running', clusterId, status };
  return { ...shared, state };
}
