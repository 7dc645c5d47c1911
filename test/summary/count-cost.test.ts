import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createAmendment, keepJobHours, layout, openStore } from '../../src/store/index.ts';
import type { Study } from '../../src/study/study.ts';
import { countCost } from '../../src/summary/count-cost.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-cost-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('counts each cluster once that was made for a study, lost ones and one whose id is not known too', async () => {
  const folder = (await openStore(root)).study('beam-1');
  await folder.write(layout.price, { amount: 0.5, currency: 'EUR' });
  const study = {
    job: { fields: {}, hardware: { coresPerSlot: 4, slots: 3, walltime: 10 } },
    execution: { cluster: { kind: 'own', name: 'beams', slots: 8, walltimeHours: 6 } },
  } as unknown as Study;
  const highs: (number | null)[] = [];
  for (const [index, clusterId] of ['c1', 'c2', 'c2', undefined].entries()) {
    const made = { name: 'beams', at: '2026-05-01T12:00:00Z' };
    const known = clusterId === undefined ? {} : { clusterId };
    await folder.write(layout.clusterMade(index + 1), { ...made, ...known });
    highs.push((await countCost(folder, study, 0)).high);
  }
  expect(highs).toEqual([96, 192, 192, 288]);
});

it('counts jobs that were sent without the study’s cluster, and none that was refused', async () => {
  const folder = (await openStore(root)).study('beam-2');
  await folder.write(layout.price, { amount: 0.5, currency: 'EUR' });
  const study = {
    job: { fields: {}, hardware: { coresPerSlot: 4, slots: 3, walltime: 10 } },
    execution: { cluster: { kind: 'own', name: 'beams', slots: 8, walltimeHours: 6 } },
  } as unknown as Study;
  const made = { name: 'beams', at: '2026-05-01T12:00:00Z', refused: true } as const;
  await folder.write(layout.clusterMade(1), made);
  await folder.write(layout.clusterMade(2), { ...made, clusterId: 'c1' });
  await folder.write(layout.submitTried(1), { at: '' });
  await keepJobHours(folder, 1, 2);
  expect(await countCost(folder, study, 1)).toEqual({ low: 4, high: 12, currency: 'EUR' });
  await folder.write(layout.jobCluster(1), { clusterId: 'c2' });
  expect(await countCost(folder, study, 1)).toMatchObject({ low: 4, high: 96 });
});

it('counts clusters of before and after an amendment each by its own hardware and price', async () => {
  const folder = (await openStore(root)).study('beam-3');
  await folder.write(layout.price, { amount: 0.5, currency: 'EUR' });
  const hardware = { coreType: 'emerald', coresPerSlot: 4, slots: 3, walltime: 10 };
  const after = { ...hardware, coreType: 'ruby', coresPerSlot: 2, cluster: { slots: 5 } };
  const study = {
    job: { fields: {}, hardware: { ...hardware, coreType: 'ruby', coresPerSlot: 2 } },
    execution: { cluster: { kind: 'own', name: 'beams', slots: 5 } },
  } as unknown as Study;
  const kept = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
  const amendment = {
    ...{ by: 'ann', changes: ['cluster'] },
    hardware: { before: { ...hardware, cluster: { slots: 8, walltimeHours: 6 } }, after },
  };
  await createAmendment(
    folder,
    { revision: 1, ...kept },
    { ...kept, createdAt: '', engineVersion: '1', runs: [], amendment },
  );
  const made = { name: 'beams', at: '2026-05-01T12:00:00Z' };
  await folder.write(layout.clusterMade(1), { ...made, clusterId: 'c1' });
  await folder.write(layout.clusterMade(2), { ...made, clusterId: 'c2', revision: 2 });
  // Nobody tells the price of the second.
  expect((await countCost(folder, study, 0)).high).toBeNull();
  await folder.write(layout.priceOf('ruby'), { amount: 2, currency: 'EUR' });
  // 8 slots of 4 cores for 6 h at 0.5, and 5 of 2 for 10 h at 2.
  expect((await countCost(folder, study, 0)).high).toBe(96 + 200);
  await folder.write(layout.clusterLife('c1'), { coreHours: 10 });
  expect(await countCost(folder, study, 0)).toEqual({ low: 5, high: 205, currency: 'EUR' });
  await folder.write(layout.clusterLife('c2'), { coreHours: 3 });
  expect(await countCost(folder, study, 0)).toEqual({ low: 11, high: 11, currency: 'EUR' });
});
