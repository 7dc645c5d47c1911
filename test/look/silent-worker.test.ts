import type { Client } from '@temporalio/client';
import { expect, it } from 'vitest';
import { workersRefusing, workersWanted } from '../../src/look/silent-worker.ts';
import { workerIdentity } from '../../src/temporal/worker-identity.ts';

const storeId = '0123abcd-0000-4000-8000-000000000000';

/** Temporal with these workers in its list; absent: it doesn't answer. */
function clientWith(workers?: readonly string[]) {
  const seconds = Math.floor(Date.now() / 1000);
  const describeTaskQueue = () =>
    workers === undefined
      ? Promise.reject(new Error('UNAVAILABLE'))
      : Promise.resolve({
          pollers: workers.map((identity) => ({ identity, lastAccessTime: { seconds } })),
        });
  return {
    connection: { workflowService: { describeTaskQueue } },
    options: { namespace: 'default' },
  } as unknown as Pick<Client, 'connection' | 'options'>;
}

it.each([[[]], [undefined]])('says to start a worker where %j are listed', async (workers) => {
  const { whatToDo } = await workersWanted(clientWith(workers), ['0a0a0a0a']);
  expect(whatToDo).toBe('Start one: doeflow worker');
});

it('names the key that no worker has, and the workers', async () => {
  const foreign = workerIdentity(['2c2c2c2c'], storeId);
  const wanted = await workersWanted(clientWith([foreign]), ['0a0a0a0a']);
  expect(wanted.waitingFor).toContain('payload key 0a0a0a0a');
  expect(wanted.whatToDo).toContain(foreign);
});

it('leaves a study to the workers that are listed, and says that they may have ended', async () => {
  const ours = workerIdentity(['0a0a0a0a'], storeId);
  const { whatToDo } = await workersWanted(clientWith([ours]), ['0a0a0a0a']);
  expect(whatToDo).toContain(ours);
  expect(whatToDo).toContain('listed for a minute');
});

it('names the key that a study was started with where the workers no longer have it', async () => {
  const ours = workerIdentity(['0a0a0a0a'], storeId);
  const wanted = await workersWanted(clientWith([ours]), ['0a0a0a0a', 'bacaf93e'], 'bacaf93e');
  expect(wanted.waitingFor).toContain('payload key bacaf93e');
  expect(wanted.whatToDo).toContain('back into the key file');
});

it('names those alone that lack the key with which they were asked', async () => {
  const [good, strange] = [['0a0a0a0a'], ['2c2c2c2c']].map((keys) => workerIdentity(keys, storeId));
  const client = clientWith([String(good), String(strange)]);
  const { waitingFor, whatToDo } = await workersRefusing(client, ['0a0a0a0a', '2c2c2c2c']);
  expect(waitingFor).toContain('payload key 0a0a0a0a of this command line');
  expect(whatToDo).toContain(strange);
  expect(whatToDo).not.toContain(good);
});
