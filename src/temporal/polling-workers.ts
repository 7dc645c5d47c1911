/** The workers on our task queues, as Temporal lists them. */
import type { Connection } from '@temporalio/client';
import { taskQueue, transferTaskQueue } from './names.ts';
import { withoutLeft } from './worker-left.ts';

/** What a study needs somebody to poll: name and Temporal's number for the side of each task queue. */
const sides = {
  /** Workflows, and with them control calls: one worker polls both. */
  control: { name: taskQueue, side: 1 },
  /** Whole files. */
  transfer: { name: transferTaskQueue, side: 2 },
} as const;

export type PolledQueue = keyof typeof sides;

/** The task queue's own name. */
export function nameOfQueue(queue: PolledQueue): string {
  return sides[queue].name;
}

/** One that polls is listed anew each minute; one that has ended stays listed for five. */
const pollsEveryMs = 75_000;

/** Identities of the workers that poll, or polled in the last minute and didn't say that they have left. */
export async function readPollingWorkers(
  {
    connection,
    namespace,
  }: { readonly connection: Pick<Connection, 'workflowService'>; readonly namespace: string },
  queue: PolledQueue = 'control',
): Promise<readonly string[]> {
  const { name, side } = sides[queue];
  const { pollers } = await connection.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name },
    taskQueueType: side,
  });
  const sinceSeconds = (Date.now() - pollsEveryMs) / 1000;
  const listed = (pollers ?? []).filter(
    ({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) > sinceSeconds,
  );
  const present = await withoutLeft({ connection, namespace }, listed);
  return present.map(({ identity }) => identity ?? 'unnamed');
}

/** Identities of the workers that poll either task queue: some serve files alone. */
export async function readAllWorkers(
  link: Parameters<typeof readPollingWorkers>[0],
): Promise<readonly string[]> {
  const queues = Object.keys(sides) as readonly PolledQueue[];
  const found = await Promise.all(queues.map((queue) => readPollingWorkers(link, queue)));
  return [...new Set(found.flat())];
}
