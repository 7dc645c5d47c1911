import { sleep } from '@temporalio/workflow';
import type { ActivityProxies } from '../activity-proxies.ts';
import type { ClusterOrder } from './cluster-order.ts';
import type { ClusterState } from './cluster-state.ts';

/** Finds the cluster that a workflow which is gone left on the platform, past the list's lag; undefined where none lives. */
export async function findClusterLeft(
  { studyId, name, pace }: ClusterOrder,
  { read }: ActivityProxies,
): Promise<ClusterState | undefined> {
  const find = async (): Promise<string | undefined> =>
    (await read.findCluster({ studyId, name })).clusterId;
  let clusterId = await find();
  if (clusterId === undefined) {
    await sleep(pace.listLagMs + pace.heartbeatTimeoutMs);
    clusterId = await find();
  }
  if (clusterId === undefined) return undefined;
  const { status, ended } = await read.readCluster({ studyId, clusterId });
  if (ended) return undefined;
  return status === 'Not Started'
    ? { name: 'starting', clusterId }
    : { name: 'running', clusterId, status };
}
