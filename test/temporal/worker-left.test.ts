/** What a worker's last word does to the list of those that poll. */
import { expect, it } from 'vitest';
import { readAllWorkers, readPollingWorkers } from '../../src/temporal/polling-workers.ts';
import { tellLeft } from '../../src/temporal/worker-left.ts';

const namespace = 'default';

/** A server that lists who polled each queue, by its own clock, and gives no task. */
function server() {
  const polled = new Map<string, { identity: string; lastAccessTime: object; second: number }[]>();
  let second = Math.floor(Date.now() / 1000);
  const poll = (queue: string, identity: string): void => {
    second += 1;
    const others = (polled.get(queue) ?? []).filter((one) => one.identity !== identity);
    polled.set(queue, [...others, { identity, lastAccessTime: { seconds: second }, second }]);
  };
  const workflowService = {
    describeTaskQueue: ({ taskQueue }: { taskQueue: { name: string } }) =>
      Promise.resolve({ pollers: polled.get(taskQueue.name) }),
    pollActivityTaskQueue: ({ taskQueue, identity }: never) => {
      poll((taskQueue as { name: string }).name, identity as string);
      return Promise.reject(new Error('CANCELLED'));
    },
  };
  const connection = {
    workflowService,
    withDeadline: (_: number, call: () => unknown) => call(),
    withAbortSignal: (_: AbortSignal, call: () => unknown) => call(),
  } as never;
  return { poll, connection, read: () => readPollingWorkers({ connection, namespace }) };
}

it('takes one that said that it has left off the list at once, and it alone', async () => {
  const { poll, connection, read } = server();
  for (const name of ['1@node', '2@node']) poll('doeflow', name);
  await tellLeft(connection, namespace, '1@node');
  expect(await read()).toEqual(['2@node']);
});

it('lists one that polls again under the name of one that left, as in a container that was started again', async () => {
  const { poll, connection, read } = server();
  poll('doeflow', '1@node');
  await tellLeft(connection, namespace, '1@node');
  poll('doeflow', '1@node');
  expect(await read()).toEqual(['1@node']);
});

it('lists a worker of files alone beside the others, each once', async () => {
  const { poll, connection } = server();
  poll('doeflow', '1@node');
  for (const name of ['1@node', '2@node']) poll('doeflow-transfer', name);
  expect(await readAllWorkers({ connection, namespace })).toEqual(['1@node', '2@node']);
});
