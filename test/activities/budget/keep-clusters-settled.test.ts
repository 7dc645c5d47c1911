/** What clusters took is known soon after they have ended, whatever has become of their studies. */
import { expect, it } from 'vitest';
import {
  keepMadeCluster,
  layout,
  readBorrowedClusters,
  readLedger,
} from '../../../src/store/index.ts';
import { keepClustersSettled } from '../../../worker/keep-clusters-settled.ts';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { createStudyCache } from '../../../activities/study-cache.ts';
import { keepStudy } from '../../security/kept-study.ts';

const studyId = 'beam-1';
const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();

/** Two slots of two cores on a cluster of the study's own. */
const studyFile = `name: beam
variables:
  - { name: x, type: Param, generator: Linspace, settings: {minvalue: 1, maxvalue: 4, count: 4} }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: test \${x}
  hardware: { coreType: emerald, coresPerSlot: 2, slots: 2, walltime: 1 }
execution: { cluster: {name: beams, slots: 2, walltime: 4} }
`;

async function keep(statuses: (clusterId: string) => readonly object[] | undefined) {
  const asked: string[] = [];
  const platform = {
    clusters: {
      statuses: async function* (clusterId: string) {
        asked.push(clusterId);
        yield* await Promise.resolve(statuses(clusterId) ?? []);
      },
    },
  };
  const kept = await keepStudy(studyId, studyFile, platform);
  await kept.folder.write(layout.price, { amount: 0.5, currency: 'USD' });
  const dependencies = {
    ...{ store: kept.store, studyCache: createStudyCache(kept.store), platform },
    now: () => new Date(),
  } as unknown as ActivityDependencies;
  return { ...kept, dependencies, asked };
}

it('settles those that have ended, asks no more for them, and leaves alone who lives', async () => {
  const lived = [
    { status: 'Stopped', statusDate: at(3) },
    { status: 'Started', statusDate: at(1) },
  ];
  const kept = await keep((id) => (id === 'c1' ? lived : lived.slice(1)));
  for (const [number, clusterId] of [
    [1, 'c1'],
    [2, 'c2'],
  ] as const) {
    await kept.folder.write(layout.clusterMade(number), { name: 'beams', at: at(0), clusterId });
    await keepMadeCluster(kept.store, clusterId, { studyId, name: 'beams' });
  }
  const ending = new AbortController();
  const looks = keepClustersSettled({
    ...{ dependencies: kept.dependencies, signal: ending.signal, everyMs: 5 },
    log: { warn: () => undefined } as never,
    isOnPlatform: () => Promise.resolve(true),
  });
  while (kept.asked.filter((id) => id === 'c2').length < 3) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  ending.abort();
  await looks;
  expect(kept.asked.filter((id) => id === 'c1')).toHaveLength(1);
  expect(await kept.folder.find(layout.clusterLife('c1'))).toEqual({ coreHours: 8 });
  expect(await kept.folder.find(layout.clusterLife('c2'))).toBeUndefined();
  // A study without a limit sets nothing aside, and has nothing to settle in its ledger.
  const entries = [];
  for await (const one of readLedger(kept.folder)) entries.push(one);
  expect(entries).toEqual([]);
});

it('of a cluster that another study made, that one has the cost', async () => {
  const { folder, store } = await keep(() => []);
  await keepMadeCluster(store, 'c1', { studyId, name: 'beams' });
  await keepMadeCluster(store, 'c7', { studyId: 'plate-1', name: 'beams' });
  for (const [jobNumber, clusterId] of ['c1', 'c7', 'c7'].entries()) {
    await folder.write(layout.jobCluster(jobNumber + 1), { clusterId });
  }
  expect(await readBorrowedClusters(store, studyId)).toEqual([
    { clusterId: 'c7', studyId: 'plate-1' },
  ]);
});
