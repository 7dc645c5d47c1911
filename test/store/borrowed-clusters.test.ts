/** On which clusters a study's jobs ran, and which of them another study pays for. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  hasJobOn,
  keepMadeCluster,
  layout,
  readBorrowedClusters,
  type Store,
} from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

let clean: () => void = () => undefined;
let store: Store;
beforeEach(async () => {
  store = await temporaryStore((after) => (clean = after));
});
afterEach(() => {
  clean();
});

const sendTo = (jobNumber: number, clusterId: string) =>
  store.study('beam-1').write(layout.jobCluster(jobNumber), { clusterId });
const make = (clusterId: string, studyId: string) =>
  keepMadeCluster(store, clusterId, { studyId, name: 'beams' });

describe('the clusters of a study’s jobs', () => {
  it('are borrowed where another study made them, each once in the order of the jobs', async () => {
    expect(await readBorrowedClusters(store, 'beam-1')).toEqual([]);
    await make('own', 'beam-1');
    await make('lent', 'other-1');
    await make('late', 'third-1');
    await make('unused', 'other-1');
    await sendTo(10, 'late');
    await sendTo(9, 'lent');
    await sendTo(2, 'own');
    await sendTo(3, 'lent');
    // Nobody of this engine made it.
    await sendTo(1, 'foreign');
    expect(await readBorrowedClusters(store, 'beam-1')).toEqual([
      { clusterId: 'lent', studyId: 'other-1' },
      { clusterId: 'late', studyId: 'third-1' },
    ]);
  });

  it('are those to which its jobs were sent last', async () => {
    expect(await hasJobOn(store, 'beam-1', 'c1')).toBe(false);
    await sendTo(1, 'c1');
    await sendTo(2, 'c2');
    await sendTo(1, 'c3');
    const found = ['c1', 'c2', 'c3'].map((clusterId) => hasJobOn(store, 'beam-1', clusterId));
    expect(await Promise.all(found)).toEqual([false, true, true]);
    expect(await hasJobOn(store, 'other-1', 'c2')).toBe(false);
  });

  it('are told by no file whose name only looks like a record', async () => {
    for (const name of ['a1-cluster.json', '2-cluster.json.bak', '3-clusters.json']) {
      await store.study('beam-1').sink({ name: `jobs/${name}` })(['{"clusterId": "c1"}']);
    }
    await store.study('beam-1').write(layout.jobCluster(12), { clusterId: 'c2' });
    expect(await hasJobOn(store, 'beam-1', 'c1')).toBe(false);
    expect(await hasJobOn(store, 'beam-1', 'c2')).toBe(true);
  });
});
