import { setTimeout as delay } from 'node:timers/promises';
import type { PlatformClusterTarget } from '../../src/run/cluster-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { lagMsOf } from '../jobs/submitted-before.ts';
import { notOurs } from '../not-ours.ts';
import { requireMadeCluster } from '../own-records.ts';
import { isTurnedDown, keepRefusal, keepStart } from './clusters-made.ts';
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
  await keepStart(dependencies, { studyId, clusterId });
  const { signal } = run;
  try {
    await dependencies.platform.clusters.start(clusterId, { signal });
  } catch (error) {
    if (!isTurnedDown(error)) throw error;
    // A gateway that sends a request twice answers with the refusal of its second one.
    await delay(lagMsOf(dependencies), undefined, { signal });
    const now = await readCluster(dependencies, { studyId, clusterId }, run);
    if (now.status === 'Not Started') await keepRefusal(dependencies, studyId, { clusterId });
    throw error;
  }
}
