import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterWatch, WatchClusterInput } from '../../src/run/cluster-contract.ts';
import type { ClusterHolder } from '../../src/run/cluster-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readCluster } from './read-cluster.ts';

/** A running cluster changes rarely; the wait between looks may grow to this many times the usual most. */
const patience = 5;
const longestWaitMs = 3_600_000;
/** Longest wait between two looks at those who have it, in milliseconds. */
const holdersEveryMs = 10_000;

/** Waits until the cluster's status differs from `known` or one of its holders is gone, an hour at most. */
export async function watchCluster(
  dependencies: ActivityDependencies,
  { studyId, clusterId, known, holders = [] }: WatchClusterInput,
  run: ActivityRun,
): Promise<ClusterWatch> {
  const { poll } = dependencies;
  const started = performance.now();
  let waitMs = poll.firstMs ?? poll.minMs;
  for (;;) {
    const news = await readCluster(dependencies, { studyId, clusterId }, run);
    const isOver = performance.now() - started > longestWaitMs;
    if (news.status !== known || isOver) return news;
    run.show(news);
    const most = news.status === 'Started' ? poll.maxMs * patience : poll.maxMs;
    waitMs = Math.min(waitMs * 1.3, most);
    const gone = await waitForGone(dependencies, holders, waitMs, run.signal);
    if (gone.length > 0) return { ...news, gone };
  }
}

/** Waits, and gives back early which of the holders are gone. */
async function waitForGone(
  { workflows, poll }: ActivityDependencies,
  holders: readonly ClusterHolder[],
  waitMs: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const until = performance.now() + waitMs;
  const everyMs = Math.min(holdersEveryMs, poll.maxMs);
  for (;;) {
    const gone: string[] = [];
    for (const holder of holders) {
      if (await isGone(workflows, holder)) gone.push(holder.studyWorkflowId);
    }
    const leftMs = until - performance.now();
    if (gone.length > 0 || leftMs <= 0) return gone;
    await delay(holders.length === 0 ? leftMs : Math.min(everyMs, leftMs), undefined, { signal });
  }
}

/** False while Temporal can't be asked: who can't be seen may be there. */
async function isGone(
  workflows: ActivityDependencies['workflows'],
  { studyWorkflowId, studyId }: ClusterHolder,
): Promise<boolean> {
  try {
    const seen = await workflows.look(studyWorkflowId);
    if (seen?.isOpen !== true) return true;
    // Studies of one name share a workflow's id; one that an engine of before started may name none.
    return studyId !== undefined && seen.studyId !== undefined && seen.studyId !== studyId;
  } catch {
    return false;
  }
}
