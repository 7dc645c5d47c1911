import { afterAll, expect, it } from 'vitest';
import { findHeldCluster, keepAskedToEnd, layout } from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

it('finds the newest cluster that was made for a study and goes on', async () => {
  const store = await temporaryStore(afterAll);
  const folder = store.study('beam-1');
  const held = () => findHeldCluster(store, 'beam-1');
  const made = { name: 'beams', at: '2026-01-01T00:00:00.000Z' };
  expect(await held()).toBeUndefined();
  await folder.create(layout.clusterMade(1), { ...made, clusterId: 'one' });
  expect(await held()).toEqual({ clusterId: 'one', revision: 1 });
  await folder.create(layout.clusterMade(2), { ...made, refused: true });
  await folder.create(layout.clusterMade(3), { ...made, clusterId: 'three', revision: 2 });
  expect(await held()).toEqual({ clusterId: 'three', revision: 2 });
  // The one that is to end is not the study's any more.
  await keepAskedToEnd(store, 'three', new Date(0));
  expect(await held()).toEqual({ clusterId: 'one', revision: 1 });
  await folder.create(layout.clusterLife('one'), { coreHours: 2 });
  expect(await held()).toBeUndefined();
});
