/** What the clusters of a study took, by the platform's own times. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { settleClusters } from '../../../activities/budget/settle-clusters.ts';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { NotFoundError } from '../../../src/platform-api/index.ts';
import { layout, readLedger, type DocumentFolder } from '../../../src/store/index.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;
/** What the platform tells of each cluster, the latest first; of any other one that it has none. */
const shown = new Map<string, readonly object[]>();
beforeEach(() => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
  shown.clear();
});

const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const status = (name: string, hour: number) => ({ status: name, statusDate: at(hour) });
const own = { kind: 'own', name: 'beams', slots: 3 };
const gone = new NotFoundError('Not found.', { method: 'GET', path: '/x/' });

/** Looks once; a slot has two cores. */
function settle(cluster: object | undefined = own, revision?: number) {
  const study = {
    job: { hardware: { coresPerSlot: 2, coreType: 'emerald' }, fields: {}, analyses: [] },
    execution: { cluster },
  };
  const wide = { ...study, execution: { cluster: { ...own, slots: 4 } } };
  const dependencies = {
    ...{ store, poll: { minMs: 1, maxMs: 1 }, now: () => new Date(at(9)) },
    studyCache: {
      get: (_id: string, at = 1) => Promise.resolve({ study: at === 2 ? wide : study }),
    },
    platform: {
      clusters: {
        get: () => Promise.reject(gone),
        statuses: async function* (clusterId: string) {
          const history = await Promise.resolve(shown.get(clusterId));
          if (history === undefined) throw gone;
          yield* history;
        },
      },
    },
  } as unknown as ActivityDependencies;
  const price = { amount: 0.5, currency: 'USD' };
  const run = { signal: AbortSignal.timeout(5_000), show: () => undefined, attempt: 1 };
  const which = revision === undefined ? {} : { revision };
  return settleClusters(dependencies, { studyId: `beam-${studies}`, price, ...which }, run);
}

const make = (number: number, more: object = {}) =>
  folder.write(layout.clusterMade(number), { name: 'beams', at: at(0), ...more });
const reserve = (number: number) =>
  folder.write(layout.clusterReservation(number), { mostHours: 24, at: at(0) });
const lifeOf = async (clusterId: string) =>
  (await folder.find(layout.clusterLife(clusterId)))?.coreHours;
async function booked(): Promise<readonly object[]> {
  const entries: object[] = [];
  for await (const entry of readLedger(folder)) entries.push(entry);
  return entries;
}

it('a study that makes no cluster has none to settle', async () => {
  await make(1, { clusterId: 'c1' });
  const none = { living: false, made: 0, gone: [] };
  expect(await settle({ kind: 'existing', id: 'c9' })).toEqual(none);
  expect(await settle()).toMatchObject({ made: 1, gone: ['c1'] });
});

it('a cluster took the hours from its start to its last end, and is booked once', async () => {
  await make(1, { clusterId: 'c1' });
  await reserve(1);
  shown.set('c1', [status('Stopped', 5), status('Error', 4), status('Started', 1)]);
  expect(await settle()).toEqual({ living: false, made: 1, gone: [] });
  expect(await lifeOf('c1')).toBe(4 * 3 * 2);
  const entry = {
    ...{ kind: 'reservation', what: 'settle', key: 'cluster 1', at: at(9) },
    ...{ reservation: 'spent', cost: 12, currency: 'USD' },
  };
  expect(await booked()).toEqual([entry]);
  shown.delete('c1');
  expect(await settle()).toEqual({ living: false, made: 1, gone: [] });
  expect(await booked()).toEqual([entry]);
});

it('a cluster that never started took nothing', async () => {
  await make(1, { clusterId: 'c1' });
  await reserve(1);
  shown.set('c1', [status('Error', 5), status('Not Started', 1)]);
  await settle();
  expect(await lifeOf('c1')).toBe(0);
  expect(await booked()).toMatchObject([{ key: 'cluster 1', cost: 0 }]);
});

it('a cluster lives until the platform ends it, and what is under way isn’t settled', async () => {
  await make(1, { clusterId: 'c1' });
  shown.set('c1', [status('Started', 1)]);
  expect(await settle()).toEqual({ living: true, made: 1, gone: [] });
  shown.set('c1', [status('Stopping', 2), status('Started', 1)]);
  expect(await settle()).toEqual({ living: false, made: 1, gone: [] });
  // An end without a time is none yet.
  shown.set('c1', [{ status: 'Stopped' }, status('Started', 1)]);
  expect(await settle()).toEqual({ living: false, made: 1, gone: [] });
  expect(await lifeOf('c1')).toBeUndefined();
});

it('a cluster that is gone from the platform is told, hides none after it, and keeps what was set aside', async () => {
  await make(1, { clusterId: 'c1' });
  await reserve(1);
  await make(2, { clusterId: 'c2', refused: true });
  await make(3, { clusterId: 'c3' });
  shown.set('c3', [status('Started', 1)]);
  expect(await settle()).toEqual({ living: true, made: 3, gone: ['c1'] });
  expect(await lifeOf('c1')).toBeUndefined();
  expect(await booked()).toEqual([]);
  // One of which nobody knows whether it was made isn't counted.
  await make(4);
  expect(await settle()).toMatchObject({ made: 3 });
});

const emerald = { coreType: 'emerald', coresPerSlot: 2, slots: 3 };
const ruby = { coreType: 'ruby', coresPerSlot: 1, slots: 4 };

/** An amendment of the cluster's hardware, as the store keeps it. */
async function amend(): Promise<void> {
  const hash = 'a'.repeat(64);
  await folder.write(layout.revision(2), {
    ...{ formatVersion: 1, revision: 2, createdAt: at(2), engineVersion: '1', runs: [] },
    ...{ studyFile: { name: 'study.yaml', sha256: hash }, files: [], changes: [] },
    amendment: {
      ...{ by: 'ann', changes: ['cluster'] },
      hardware: {
        before: { ...emerald, cluster: { slots: 3 } },
        after: { ...ruby, cluster: { slots: 10 } },
      },
    },
  });
  await folder.write(layout.priceOf('ruby'), { amount: 2, currency: 'USD' });
  await folder.write(layout.price, { amount: 0.5, currency: 'USD' });
}

it('clusters of before and after an amendment each took their own slots, at their own price', async () => {
  await amend();
  await make(1, { clusterId: 'c1' });
  await make(2, { clusterId: 'c2', revision: 2 });
  await Promise.all([reserve(1), reserve(2)]);
  shown.set('c1', [status('Stopped', 5), status('Started', 1)]);
  shown.set('c2', [status('Stopped', 7), status('Started', 5)]);
  await settle();
  expect([await lifeOf('c1'), await lifeOf('c2')]).toEqual([4 * 3 * 2, 2 * 10 * 1]);
  expect(await booked()).toMatchObject([
    { key: 'cluster 1', cost: 12 },
    { key: 'cluster 2', cost: 40 },
  ]);
});

it('a cluster of before an amendment doesn’t live for who asks for one of after it', async () => {
  await make(1, { clusterId: 'c1' });
  shown.set('c1', [status('Started', 1)]);
  expect(await settle(own, 1)).toMatchObject({ living: true });
  expect(await settle(own, 2)).toMatchObject({ living: false, made: 1 });
});
