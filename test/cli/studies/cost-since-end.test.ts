import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { costSinceEnd } from '../../../src/cli/studies/cost-since-end.ts';
import { layout, openStore } from '../../../src/store/index.ts';
import type { Study } from '../../../src/study/study.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-since-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const study = {
  job: { fields: {}, hardware: { coresPerSlot: 4, slots: 3, walltime: 10 } },
  execution: { cluster: { kind: 'own', name: 'beams', slots: 8, walltimeHours: 6 } },
} as unknown as Study;

it('a study whose cluster ended after it costs what that took, and no more', async () => {
  const folder = (await openStore(root)).study('beam-1');
  await folder.write(layout.price, { amount: 0.5, currency: 'EUR' });
  await folder.write(layout.clusterMade(1), { name: 'beams', at: 'x', clusterId: 'c1' });
  const told = { low: 0, high: 96, currency: 'EUR' };
  const since = () => costSinceEnd(folder, told, () => Promise.resolve(study));
  expect(await since()).toBe(told);
  await folder.write(layout.clusterLife('c1'), { coreHours: 2.5 });
  expect(await since()).toEqual({ low: 1.25, high: 1.25, currency: 'EUR' });
  expect(await costSinceEnd(folder, told, () => Promise.resolve(undefined))).toBe(told);
  await folder.write(layout.clusterMade(2), { name: 'beams', at: 'x', clusterId: 'c2' });
  expect(await since()).toEqual({ low: 1.25, high: 97.25, currency: 'EUR' });
});

it('a study that was lent the cluster of another one has its share, as the other one pays for the life', async () => {
  const folder = (await openStore(root)).study('beam-2');
  const told = { low: 0.5, high: 96, currency: 'EUR' };
  const since = () => costSinceEnd(folder, told, () => Promise.resolve(study));
  await folder.write(layout.submitTried(1), { at: '' });
  await folder.write(layout.jobCluster(1), { clusterId: 'c1' });
  expect(await since()).toEqual({ low: 0.5, high: 0.5, currency: 'EUR' });
  // A job on hardware of its own may have held all its slots.
  await folder.write(layout.submitTried(2), { at: '' });
  expect(await since()).toBe(told);
});

it('a study without a cluster has the cost that its end told', async () => {
  const folder = (await openStore(root)).study('beam-3');
  const told = { low: 0.5, high: 96, currency: 'EUR' };
  const alone = { ...study, execution: {} } as unknown as Study;
  expect(await costSinceEnd(folder, told, () => Promise.resolve(alone))).toBe(told);
});
