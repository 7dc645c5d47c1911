/**
 * The word of a worker that has ended. Temporal lists who polled for minutes, and has no call by which a worker takes its name off: so it polls once more,
 * a task queue on which nothing ever is, under a name that says that it has left.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';

const leftQueue = 'doeflow-left';

const prefix = 'left: ';

/** Polls of a task queue go to one of its partitions, usually four: each hears of it. */
const polls = 4;

/** Temporal takes no poll that would be shorter; it is taken back sooner. */
const pollMs = 10_000;

/** By then a server that answers has heard of it. */
const heardMs = 400;

/** A connection by which calls can be taken back. */
export interface LeavingConnection {
  readonly workflowService: Pick<Connection['workflowService'], 'pollActivityTaskQueue'>;
  withDeadline<T>(deadline: number, call: () => Promise<T>): Promise<T>;
  withAbortSignal<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

/** Tells Temporal that the worker of this name polls no more; to be called once it doesn't. A server that doesn't answer isn't waited for. */
export async function tellLeft(
  connection: LeavingConnection,
  namespace: string,
  identity: string,
): Promise<void> {
  const over = AbortSignal.timeout(heardMs);
  const poll = async (): Promise<void> => {
    const taskQueue = { name: leftQueue };
    const ask = () =>
      connection.workflowService.pollActivityTaskQueue({
        ...{ namespace, taskQueue, identity: `${prefix}${identity}` },
      });
    await connection.withDeadline(Date.now() + pollMs, () => connection.withAbortSignal(over, ask));
  };
  // Each ends with an error, as nothing comes; over a worker's own connection only by its deadline, for which nobody waits.
  const ended = Promise.allSettled(Array.from({ length: polls }, poll));
  await Promise.race([ended, delay(heardMs)]);
}

/** A poller as Temporal lists it. */
export interface ListedPoller {
  readonly identity?: string | null;
  readonly lastAccessTime?: { readonly seconds?: unknown; readonly nanos?: number | null } | null;
}

/** `pollers` without those that said since that they have left; one that polls again under the same name is there. */
export async function withoutLeft<Poller extends ListedPoller>(
  {
    connection,
    namespace,
  }: { readonly connection: Pick<Connection, 'workflowService'>; readonly namespace: string },
  pollers: readonly Poller[],
): Promise<readonly Poller[]> {
  if (pollers.length === 0) return pollers;
  const answer = await connection.workflowService.describeTaskQueue({
    ...{ namespace, taskQueue: { name: leftQueue }, taskQueueType: 2 },
  });
  const leftMs = new Map<string, number>();
  for (const { identity, lastAccessTime } of answer.pollers ?? []) {
    if (identity?.startsWith(prefix) !== true) continue;
    const name = identity.slice(prefix.length);
    leftMs.set(name, Math.max(leftMs.get(name) ?? 0, msOf(lastAccessTime)));
  }
  return pollers.filter(
    ({ identity, lastAccessTime }) => !((leftMs.get(identity ?? '') ?? 0) >= msOf(lastAccessTime)),
  );
}

function msOf(time: ListedPoller['lastAccessTime']): number {
  return Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6;
}
