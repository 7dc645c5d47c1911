import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterReading, PlatformClusterTarget } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readCluster } from './read-cluster.ts';

/** A running cluster changes rarely; the wait between looks may grow to this many times the usual most. */
const patience = 5;
const longestWaitMs = 3_600_000;

/** Waits until the cluster's status differs from `known`, an hour at most. */
export async function watchCluster(
  dependencies: ActivityDependencies,
  { studyId, clusterId, known }: PlatformClusterTarget & { readonly known: string },
  run: ActivityRun,
): Promise<ClusterReading> {
  const { poll } = dependencies;
  const started = performance.now();
  let waitMs = poll.minMs;
  for (;;) {
    const news = await readCluster(dependencies, { studyId, clusterId }, run);
    if (news.status !== known || performance.now() - started > longestWaitMs) return news;
    run.show(news);
    const most = news.status === 'Started' ? poll.maxMs * patience : poll.maxMs;
    waitMs = Math.min(waitMs * 1.3, most);
    await delay(waitMs, undefined, { signal: run.signal });
  }
}
