/** With whose hardware a job is made that was paid for in advance, as its study was lost and amended in between. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { revisionPaidFor } from '../../../activities/budget/revision-paid-for.ts';
import type { StudyCache } from '../../../activities/study-cache.ts';
import { createAmendment, layout, type DocumentFolder } from '../../../src/store/index.ts';
import type { PaidHardware } from '../../../src/study/paid-hardware.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;

/** 2 core hours a job, 1.00 USD. */
const before: PaidHardware = { coreType: 'emerald', coresPerSlot: 1, slots: 2, walltime: 1 };
/** 8 core hours a job. */
const after: PaidHardware = { coreType: 'onyx', coresPerSlot: 1, slots: 4, walltime: 2 };

beforeEach(async () => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
  await folder.write(layout.price, { amount: 0.5, currency: 'USD' });
  await folder.write(layout.priceOf('onyx'), { amount: 0.5, currency: 'USD' });
  const kept = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
  await createAmendment(
    folder,
    { revision: 1, ...kept },
    {
      ...{ ...kept, createdAt: '', engineVersion: '1', runs: [] },
      amendment: { by: 'ann', changes: [], hardware: { before, after } },
    },
  );
});

const reserve = (mostHours: number, more: object) =>
  folder.write(layout.reservation(1), { mostHours, at: '', ...more });

/** The revision of job 1, which is asked for with `revision`. */
function paidFor(
  revision: number | undefined,
  {
    limit = true,
    hardware = after,
  }: { readonly limit?: boolean; readonly hardware?: PaidHardware } = {},
): Promise<number | undefined> {
  const study = {
    job: { fields: {}, hardware: revision === undefined ? before : hardware },
    execution: limit ? { maxCost: { amount: 100 } } : {},
  };
  const studyCache = { get: () => Promise.resolve({ study }) } as unknown as StudyCache;
  return revisionPaidFor({ studyCache, folder, studyId: 'beam', jobNumber: 1, revision });
}

it('is the one that is asked for, where nothing was set aside, or for that one, or nobody knows for which', async () => {
  expect(await paidFor(2)).toBe(2);
  expect(await paidFor(undefined)).toBeUndefined();
  await reserve(2, {});
  expect(await paidFor(2)).toBe(2);
  await reserve(2, { revision: 2 });
  expect(await paidFor(2)).toBe(2);
  await reserve(2, { revision: 1 });
  expect(await paidFor(undefined)).toBeUndefined();
});

it('is the one for which it was set aside, where the one that is asked for costs more', async () => {
  await reserve(2, { revision: 1 });
  // The files that the study was started with have no number.
  expect(await paidFor(2)).toBeUndefined();
  await reserve(2, { revision: 2 });
  expect(await paidFor(3)).toBe(2);
});

it('is the one that is asked for, where that costs no more than what was set aside', async () => {
  await reserve(8, { revision: 1 });
  expect(await paidFor(2)).toBe(2);
  // As many hours, at twice the price.
  await folder.write(layout.priceOf('onyx'), { amount: 1, currency: 'USD' });
  expect(await paidFor(2)).toBeUndefined();
});

it('counts the slots that the job was cut to', async () => {
  await reserve(4, { revision: 1, slots: 2 });
  expect(await paidFor(2)).toBe(2);
  await reserve(3.9, { revision: 1, slots: 2 });
  expect(await paidFor(2)).toBeUndefined();
  await reserve(8, { revision: 1, slots: 9 });
  expect(await paidFor(2)).toBe(2);
});

it('is the one that was paid for, where nothing bounds the other one or nobody tells its price', async () => {
  await reserve(1e6, { revision: 1 });
  expect(await paidFor(2)).toBe(2);
  const unbound = { coreType: 'onyx', coresPerSlot: 1, slots: 4 };
  expect(await paidFor(2, { hardware: unbound })).toBeUndefined();
  await folder.remove(layout.priceOf('onyx'));
  expect(await paidFor(2)).toBeUndefined();
});

it('is the one that is asked for, where no limit holds or the study’s cluster pays', async () => {
  await reserve(2, { revision: 1 });
  expect(await paidFor(2, { limit: false })).toBe(2);
  await reserve(0, { revision: 1 });
  expect(await paidFor(2)).toBe(2);
});
