import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { requireSameStore } from '../../../src/cli/engine/other-stores.ts';
import type { Engine } from '../../../src/cli/engine/open-engine.ts';
import type { Store } from '../../../src/store/index.ts';
import {
  shortStoreId,
  storeOfWorker,
  workerIdentity,
} from '../../../src/temporal/worker-identity.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const foreign = workerIdentity(['0a0a0a0a'], 'ffffffff-0000-4000-8000-000000000000');
let store: Store;
let own = '';
beforeEach(async () => {
  store = await temporaryStore(onTestFinished);
  own = workerIdentity(['0a0a0a0a'], await store.engineId());
});

/** An engine whose Temporal lists these workers as polling just now. */
function engineWith(workers: readonly string[], of = store): Engine {
  const seconds = Date.now() / 1000;
  const pollers = workers.map((identity) => ({ identity, lastAccessTime: { seconds } }));
  const workflowService = { describeTaskQueue: () => Promise.resolve({ pollers }) };
  return {
    ...{ connection: { workflowService }, namespace: 'default', store: of },
    settings: { store: 's3://team/store' },
  } as unknown as Engine;
}

it('knows the store of a worker by its name', async () => {
  expect(storeOfWorker(own)).toBe(shortStoreId(await store.engineId()));
  expect(storeOfWorker('17@node, payload keys 0a0a0a0a')).toBeUndefined();
});

it('goes on with workers of its store, with those that don’t tell theirs, and without any', async () => {
  for (const workers of [[own], [own, foreign], ['17@node', foreign], ['17@node'], []])
    await expect(requireSameStore(engineWith(workers))).resolves.toBeUndefined();
});

it('refuses where all workers have another store, and names it, them and the setting', async () => {
  await expect(requireSameStore(engineWith([foreign]))).rejects.toMatchObject({
    ...{ code: 'USAGE_STORE_DIFFERS', exitCode: 5 },
    message: expect.stringMatching(/store ffffffff.*s3:\/\/team\/store/su),
    hint: expect.stringContaining('DOEFLOW_STORE'),
  });
});

it('takes a store that no worker has used for another one, and leaves it unmarked', async () => {
  const fresh = await temporaryStore(onTestFinished);
  await expect(requireSameStore(engineWith([own], fresh))).rejects.toMatchObject({
    message: expect.stringContaining('no worker has used yet'),
  });
  expect(await fresh.findEngineId()).toBeUndefined();
});
