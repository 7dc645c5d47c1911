/** The workers on our task queue, as Temporal lists them. */
import type { Connection } from '@temporalio/client';
import { taskQueue } from './names.ts';

/** Temporal's number for the workflow side of a task queue. */
const workflowQueueType = 1;

/** One that polls is listed anew each minute; one that has ended stays listed for five. */
const pollsEveryMs = 75_000;

/** Identities of the workers that poll, or polled in the last minute. */
export async function readPollingWorkers({
  connection,
  namespace,
}: {
  readonly connection: Connection;
  readonly namespace: string;
}): Promise<readonly string[]> {
  const { pollers } = await connection.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: workflowQueueType,
  });
  const sinceSeconds = (Date.now() - pollsEveryMs) / 1000;
  return (pollers ?? [])
    .filter(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) > sinceSeconds)
    .map(({ identity }) => identity ?? 'unnamed');
}
