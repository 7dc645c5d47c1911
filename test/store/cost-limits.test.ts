/** Which limit of a study's cost counts, of all that were set. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import {
  createAmendment,
  findCostLimit,
  layout,
  readCostLimits,
  setCostLimit,
  type DocumentFolder,
} from '../../src/store/index.ts';
import type { CostLimit } from '../../src/study/cost-limit.ts';
import type { Study } from '../../src/study/study.ts';
import { temporaryStore } from './temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;
beforeEach(() => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
});

const studyWith = (maxCost?: CostLimit) =>
  ({ execution: maxCost === undefined ? {} : { maxCost } }) as unknown as Study;
const at = (minute: number): string => `2026-05-01T12:${String(minute).padStart(2, '0')}:00.000Z`;
const set = (amount: number, minute: number, currency?: string) =>
  setCostLimit(folder, {
    limit: { amount, ...(currency === undefined ? {} : { currency }) },
    ...{ at: at(minute), by: 'ann' },
  });

it('that of the study’s file counts, with its currency, until another is set', async () => {
  expect(await findCostLimit(folder, studyWith())).toBeUndefined();
  const limit = { amount: 5, currency: 'EUR' };
  expect(await findCostLimit(folder, studyWith(limit))).toEqual(limit);
  await set(6, 1);
  expect(await findCostLimit(folder, studyWith(limit))).toEqual({ amount: 6 });
  await set(7, 2, 'USD');
  expect(await findCostLimit(folder, studyWith())).toEqual({ amount: 7, currency: 'USD' });
});

it('none counts once it was taken away, whatever the study’s file says', async () => {
  await set(6, 1);
  await setCostLimit(folder, { at: at(2), by: 'ann', why: 'a gift' });
  expect(await findCostLimit(folder, studyWith({ amount: 5 }))).toBeUndefined();
  expect(await readCostLimits(folder)).toEqual([
    { limit: { amount: 6 }, at: at(1), by: 'ann' },
    { at: at(2), by: 'ann', why: 'a gift' },
  ]);
});

it('all that are set at the same moment are kept, and the one that was set last counts', async () => {
  const minutes = [3, 9, 1, 7, 5];
  await Promise.all(minutes.map((minute) => set(100 + minute, minute)));
  const limits = await readCostLimits(folder);
  expect(limits.map(({ limit }) => limit?.amount)).toEqual([101, 103, 105, 107, 109]);
  expect(await findCostLimit(folder, studyWith())).toEqual({ amount: 109 });
});

it('amendments count by their time, also past revisions that say nothing of the cost', async () => {
  const kept = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
  const amend = (before: number, minute: number, amendment: object) =>
    createAmendment(
      folder,
      { revision: before, ...kept },
      {
        ...{ ...kept, createdAt: at(minute), engineVersion: '1', runs: [] },
        amendment: { by: 'bob', changes: [], ...amendment },
      },
    );
  await amend(1, 1, {});
  await folder.create(layout.revision(3), {
    ...{ formatVersion: 1, revision: 3, ...kept, createdAt: at(2), engineVersion: '1' },
    ...{ runs: 'failed', changes: [] },
  });
  await amend(3, 5, { maxCost: { amount: 8, currency: 'USD' }, why: 'finer' });
  await set(6, 4);
  expect(await readCostLimits(folder)).toEqual([
    { limit: { amount: 6 }, at: at(4), by: 'ann' },
    { limit: { amount: 8, currency: 'USD' }, at: at(5), by: 'bob', why: 'finer' },
  ]);
  await set(7, 6);
  expect(await findCostLimit(folder, studyWith())).toEqual({ amount: 7 });
});
