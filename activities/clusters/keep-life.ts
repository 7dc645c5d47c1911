import { setTimeout as delay } from 'node:timers/promises';
import type { PlatformClusterTarget } from '../../src/run/cluster-contract.ts';
import { layout } from '../../src/store/index.ts';
import { settleClusters } from '../budget/settle-clusters.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** A platform takes a moment from the order to the end: looks, and the longest wait between two. */
const mostLooks = 6;
const longestWaitMs = 3_000;

/**
 * Waits a moment until the platform shows that a cluster has ended, and keeps how long it cost. One that takes longer is left to the
 * worker, which looks again and again: the cluster ends all the same, so nothing that fails here is worth more.
 */
export async function keepLife(
  dependencies: ActivityDependencies,
  { studyId, clusterId }: PlatformClusterTarget,
  run: ActivityRun,
): Promise<void> {
  try {
    const folder = dependencies.store.study(studyId);
    for (let looks = 1; ; looks += 1) {
      const price = await folder.find(layout.price);
      if (price !== undefined) await settleClusters(dependencies, { studyId, price }, run);
      if (looks >= mostLooks || (await folder.has(layout.clusterLife(clusterId)))) return;
      const waitMs = Math.min(dependencies.poll.minMs * 2 ** (looks - 1), longestWaitMs);
      await delay(waitMs, undefined, { signal: run.signal });
    }
  } catch {
    return;
  }
}
