import { ApplicationFailure } from '@temporalio/common';
import { isAboutOneCall, isNotServed, PlatformError } from '../../src/platform-api/index.ts';
import type { PlatformClusterTarget } from '../../src/run/cluster-contract.ts';
import { clusterNotEndedCode } from '../../src/run/cures.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { appendToLedger, keepAskedToEnd } from '../../src/store/index.ts';
import { requireMadeCluster } from '../own-records.ts';
import { keepLife } from './keep-life.ts';
import { readCluster } from './read-cluster.ts';

/** Waits between two tries double from here on. */
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

/**
 * Ends a cluster where the platform has a way; says so when it has none. A platform that refuses is asked again for as long as the cluster may
 * cost money: until it has ended, whoever ended it, or its walltime did.
 * @throws ApplicationFailure CLUSTER_NOT_ENDED, tried again, with the cluster and why
 */
export async function shutdownCluster(
  dependencies: ActivityDependencies,
  { studyId, clusterId }: PlatformClusterTarget,
  run: ActivityRun,
): Promise<{ served: boolean }> {
  const { platform, store } = dependencies;
  await requireMadeCluster({ store }, { studyId, clusterId });
  const folder = store.study(studyId);
  const effect = { kind: 'effect', what: 'end-cluster', key: clusterId } as const;
  const keep = (effectOf: 'intent' | 'sent'): Promise<number> =>
    appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: effectOf }]);
  let refusal: string;
  try {
    if (run.attempt === 1) {
      await keep('intent');
      await keepAskedToEnd(store, clusterId, new Date());
    }
    const answer = await platform.clusters.shutdown(clusterId, { signal: run.signal });
    if (!isNotServed(answer)) {
      await keep('sent');
      await keepLife(dependencies, { studyId, clusterId }, run);
      return { served: true };
    }
    if (answer.reason === undefined) return { served: false };
    refusal = answer.reason;
  } catch (error) {
    if (!isAboutOneCall(error)) throw error;
    refusal = error.message;
  }
  if (await hasEnded(dependencies, { studyId, clusterId }, run)) {
    await keepLife(dependencies, { studyId, clusterId }, run);
    return { served: true };
  }
  throw ApplicationFailure.create({
    type: clusterNotEndedCode,
    message: `cluster ${clusterId} goes on and costs: ${refusal}`,
    nextRetryDelay: Math.min(firstRetryMs * 2 ** (run.attempt - 1), longestRetryMs),
  });
}

async function hasEnded(
  dependencies: Parameters<typeof readCluster>[0],
  target: PlatformClusterTarget,
  run: ActivityRun,
): Promise<boolean> {
  try {
    return (await readCluster(dependencies, target, run)).ended;
  } catch (error) {
    // What the platform won't tell has not ended.
    if (error instanceof PlatformError) return false;
    throw error;
  }
}
