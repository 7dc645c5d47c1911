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
function settle(cluster: object | undefined = own) {
  const study = { job: { hardware: { coresPerSlot: 2 } }, execution: { cluster } };
  const dependencies = {
    ...{ store, poll: { minMs: 1, maxMs: 1 }, now: () => new Date(at(9)) },
    studyCache: { get: () => Promise.resolve({ study }) },
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
  return settleClusters(dependencies, { studyId: `beam-${studies}`, price }, run);
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
