import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  askedToEndAt,
  findMadeCluster,
  isAskedToEnd,
  keepAskedToEnd,
  keepClusterEnded,
  keepMadeCluster,
  listMadeClusters,
  openStore,
  type Store,
} from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

let root = '';
let store: Store;
beforeEach(async () => {
  root = temporaryFolder(onTestFinished);
  store = await openStore(root);
});

const made = { studyId: 'beam-1', name: 'beams' };
const now = new Date('2026-01-01T00:00:00.000Z');

describe('a cluster that this engine made', () => {
  it('is known with the study that it was made for, which stays', async () => {
    expect(await findMadeCluster(store, 'c1')).toBeUndefined();
    await keepMadeCluster(store, 'c1', made);
    await keepMadeCluster(store, 'c1', { ...made, studyId: 'other' });
    expect(await findMadeCluster(store, 'c1')).toEqual(made);
    expect(await findMadeCluster(store, 'c2')).toBeUndefined();
  });

  it('is asked to end by itself', async () => {
    expect(await askedToEndAt(store, 'c1')).toBeUndefined();
    await keepAskedToEnd(store, 'c1', now);
    await keepAskedToEnd(store, 'c1', new Date('2026-01-02T00:00:00.000Z'));
    // When it was asked first.
    expect(await askedToEndAt(store, 'c1')).toBe(now.toISOString());
    expect(await askedToEndAt(store, 'c2')).toBeUndefined();
    expect([await isAskedToEnd(store, 'c1'), await isAskedToEnd(store, 'c2')]).toEqual([
      ...[true, false],
    ]);
    await keepMadeCluster(store, 'c1', made);
    expect(await listMadeClusters(store)).toEqual(['c1']);
  });

  it('is listed until it has ended, whatever its id is', async () => {
    expect(await listMadeClusters(store)).toEqual([]);
    for (const id of ['c1', 'a/b c', 'c2.json']) await keepMadeCluster(store, id, made);
    expect((await listMadeClusters(store)).toSorted()).toEqual(['a/b c', 'c1', 'c2.json']);
    await keepClusterEnded(store, 'a/b c', now);
    await keepClusterEnded(store, 'unknown', now);
    await store.engineRecords().sink({ name: 'clusters/notes.txt' })(['nothing']);
    expect((await listMadeClusters(store)).toSorted()).toEqual(['c1', 'c2.json']);
    const all = await listMadeClusters(store, { withEnded: true });
    expect(all.toSorted()).toEqual(['a/b c', 'c1', 'c2.json']);
  });
});
