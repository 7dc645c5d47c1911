import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readStudyCost } from '../../../src/cli/studies/read-cost.ts';
import { openStore, setCostLimit } from '../../../src/store/index.ts';
import { storedStudy } from './stored-studies.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-limit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a study that has ended is listed with the limit that its owner set last', async () => {
  const store = await openStore(folder);
  const stored = storedStudy('beam-20260101-000000', 'beam');
  const own = store.study(stored.studyId);
  const maxCost = async () => (await readStudyCost(store, stored, undefined, true)).maxCost;
  expect(await maxCost()).toBeUndefined();
  await setCostLimit(own, { limit: { amount: 7 }, at: '2026-01-01T00:00:00.000Z', by: 'ann' });
  expect(await maxCost()).toBe(7);
  await setCostLimit(own, { at: '2026-01-02T00:00:00.000Z', by: 'ann' });
  expect(await maxCost()).toBeUndefined();
});
