/** By what hardware and price each job is paid for, of a study whose hardware was amended. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createAmendment,
  jobsOf,
  layout,
  openHardwareBook,
  placeOfPrice,
  readPaidJob,
  readSlotsOfJobs,
  type DocumentFolder,
  type JobSpec,
} from '../../src/store/index.ts';
import type { CorePrice } from '../../src/study/cost.ts';
import { hardwareWords, type PaidHardware } from '../../src/study/paid-hardware.ts';
import type { Study } from '../../src/study/study.ts';
import { temporaryStore } from './temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;
beforeEach(() => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
});

const emerald: PaidHardware = { coreType: 'emerald', coresPerSlot: 2, slots: 4, walltime: 1 };
const onyx: PaidHardware = { coreType: 'onyx', coresPerSlot: 8, slots: 3, walltime: 2 };
/** Of the same price as `onyx`. */
const wideOnyx: PaidHardware = { ...onyx, coresPerSlot: 16 };

const prices: Readonly<Record<string, CorePrice>> = {
  emerald: { amount: 0.5, currency: 'USD' },
  onyx: { amount: 2, currency: 'USD' },
};

const studyOf = ({ isLowPriority, ...hardware }: PaidHardware): Study =>
  ({
    job: { fields: isLowPriority === true ? { isLowPriority } : {}, hardware },
    execution: {},
  }) as unknown as Study;

const kept = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };

/** The revision after `before`, by which the hardware changes, or something else. */
async function amend(before: number, hardware?: readonly [PaidHardware, PaidHardware]) {
  const facts = { createdAt: '2026-05-01T12:00:00.000Z', engineVersion: '1', runs: [] };
  const changed = hardware && { hardware: { before: hardware[0], after: hardware[1] } };
  const amendment = { by: 'ann', changes: ['hardware'], ...changed };
  const asked = { ...kept, ...facts, amendment };
  expect(await createAmendment(folder, { revision: before, ...kept }, asked)).toBe(true);
}

async function mend(revision: number): Promise<void> {
  await folder.create(layout.revision(revision), {
    ...{ formatVersion: 1, revision, ...kept, createdAt: '', engineVersion: '1' },
    ...{ runs: 'failed', changes: [] },
  });
}

async function keepPrices(): Promise<void> {
  for (const [name, price] of Object.entries(prices)) {
    await folder.write(name === 'emerald' ? layout.price : layout.priceOf(name), price);
  }
}

const prepare = (jobNumber: number, revision?: number) =>
  folder.write(layout.jobSpec(jobNumber), {
    ...{ jobNumber, jobName: '', searchTag: '', jobTag: '', attemptKey: '', expectedRuns: 1 },
    ...{ runs: { first: 1, last: 1 }, files: [], inputsTemplate: { name: '', sha256: '' } },
    ...(revision === undefined ? {} : { revision }),
  } satisfies JobSpec);
const reserve = (jobNumber: number, revision?: number) =>
  folder.write(layout.reservation(jobNumber), {
    ...{ mostHours: 1, at: '' },
    ...(revision === undefined ? {} : { revision }),
  });

const open = (hardware: PaidHardware) => openHardwareBook(folder, studyOf(hardware));

/** Started with emerald; revision 3 gives it onyx, 5 emerald again, 6 a wide onyx; 2 and 4 change something else. */
async function amendOften(): Promise<void> {
  await amend(1);
  await amend(2, [emerald, onyx]);
  await mend(4);
  await amend(4, [onyx, emerald]);
  await amend(5, [emerald, wideOnyx]);
}

describe('a study whose hardware was never amended', () => {
  it('pays for all its jobs by what its file has', async () => {
    await amend(1);
    await mend(3);
    await prepare(1, 2);
    const book = await open(emerald);
    expect(book.isChanged).toBe(false);
    expect(book.priced).toEqual([{ hardware: emerald, price: layout.price }]);
    expect([book.at(), book.at(1), await book.ofJob(1), await book.ofJob(2)]).toEqual(
      Array.from({ length: 4 }, () => emerald),
    );
  });

  it('has no price before one is kept, and that one in each book that is opened since', async () => {
    expect(await (await open(emerald)).priceOf(emerald)).toBeUndefined();
    await keepPrices();
    const book = await open(emerald);
    expect(await book.priceOf(emerald)).toEqual(prices['emerald']);
    // As a study with a limit asks before it is amended.
    expect(await book.priceOf(onyx)).toEqual(prices['onyx']);
  });

  it('gives the job as it is, with its price', async () => {
    await keepPrices();
    const study = studyOf(emerald);
    expect(await readPaidJob(folder, study, 7)).toEqual({ study, price: prices['emerald'] });
    expect((await readPaidJob(folder, study, 7)).study).toBe(study);
  });

  it('has slots of its file, whichever jobs are asked for', async () => {
    const unknown = await readSlotsOfJobs(folder, studyOf(emerald), [1]);
    expect([unknown.cores(1), unknown.hourCost(1)]).toEqual([2, undefined]);
    await keepPrices();
    const slots = await readSlotsOfJobs(folder, studyOf(emerald), []);
    expect([slots.cores(9), slots.hourCost(9), slots.hardware]).toEqual([2, 1, undefined]);
  });
});

describe('a study whose hardware was amended', () => {
  it('has the hardware of each revision, and the newest where none is named', async () => {
    await amendOften();
    const book = await open(wideOnyx);
    expect(book.isChanged).toBe(true);
    expect([1, 2, 3, 4, 5, 6, 99, undefined].map((revision) => book.at(revision))).toEqual([
      ...[emerald, emerald, onyx, onyx, emerald, wideOnyx, wideOnyx, wideOnyx],
    ]);
  });

  it('names each price once, that of the hardware that it was started with first', async () => {
    await amendOften();
    expect(
      (await open(wideOnyx)).priced.map(({ hardware, price }) => [hardware, price.name]),
    ).toEqual([
      [emerald, 'price.json'],
      [onyx, 'prices/onyx.json'],
    ]);
  });

  it('pays for a job by what it was made with, else by what it was paid for in advance, else by the newest', async () => {
    await amendOften();
    await prepare(1);
    await prepare(2, 3);
    await reserve(3, 4);
    await reserve(4, 3);
    await prepare(4, 5);
    await reserve(5);
    await reserve(7, 1);
    const book = await open(wideOnyx);
    const jobs = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((job) => book.ofJob(job)));
    expect(jobs).toEqual([emerald, onyx, onyx, emerald, wideOnyx, wideOnyx, emerald]);
  });

  it('has the price of each hardware, also of one that it never had', async () => {
    await amendOften();
    await keepPrices();
    await folder.write(layout.priceOf('ruby'), { amount: 7, currency: null });
    const book = await open(wideOnyx);
    const ruby = { coreType: 'ruby', coresPerSlot: 1, slots: 1 };
    const found = [emerald, onyx, wideOnyx, ruby, { ...ruby, coreType: 'opal' }].map((hardware) =>
      book.priceOf(hardware),
    );
    expect(book.priceOf(wideOnyx)).toBe(found[1]);
    expect(await Promise.all(found)).toEqual([
      ...[prices['emerald'], prices['onyx'], prices['onyx']],
      ...[{ amount: 7, currency: null }, undefined],
    ]);
  });

  it('gives each job as it was made, with its price', async () => {
    await amendOften();
    await keepPrices();
    await prepare(1);
    const study = studyOf(wideOnyx);
    const first = await readPaidJob(folder, study, 1);
    expect([first.study.job.hardware, first.price]).toEqual([emerald, prices['emerald']]);
    const newest = await readPaidJob(folder, study, 2);
    expect([newest.study, newest.price]).toEqual([study, prices['onyx']]);
  });

  it('has the slots of each job as it was made, with what one costs for an hour and since when', async () => {
    await amendOften();
    await keepPrices();
    await prepare(1);
    await prepare(2, 4);
    await prepare(3, 5);
    const slots = await readSlotsOfJobs(folder, studyOf(wideOnyx), [1, 2, 3, 4, 2]);
    expect([1, 2, 3, 4].map((job) => [slots.cores(job), slots.hourCost(job)])).toEqual([
      ...[
        [2, 1],
        [8, 16],
        [2, 1],
        [16, 32],
      ],
    ]);
    expect([1, 2, 3, 4, undefined].map((job) => slots.hardware?.(job))).toEqual([
      { revision: 1, words: hardwareWords(emerald) },
      { revision: 3, words: hardwareWords(onyx) },
      { revision: 5, words: hardwareWords(emerald) },
      { revision: 6, words: hardwareWords(wideOnyx) },
      { revision: 6, words: hardwareWords(wideOnyx) },
    ]);
    // Of a job that nobody asked for the cost isn't known, and its hardware is taken for the newest.
    expect([slots.cores(9), slots.hourCost(9)]).toEqual([16, undefined]);
    expect(slots.hardware?.(9).revision).toBe(6);
  });

  it('tells no cost of slots of which nobody tells the price', async () => {
    await amend(1, [emerald, onyx]);
    await folder.write(layout.price, { amount: 0, currency: 'USD' });
    await prepare(1);
    await prepare(2, 2);
    const slots = await readSlotsOfJobs(folder, studyOf(onyx), [1, 2]);
    expect([slots.hourCost(1), slots.hourCost(2)]).toEqual([0, undefined]);
  });
});

describe('the price of hardware', () => {
  it('has a place of its own for each core type, class and priority', () => {
    const one = { coresPerSlot: 1, slots: 1 };
    const all: readonly PaidHardware[] = [
      { ...one, coreType: 'onyx' },
      { ...one, coreType: 'onyx', isLowPriority: true },
      { ...one, coreType: 'ruby' },
      { ...one, coreClass: 'onyx' },
      { ...one, coreClass: 'onyx', isLowPriority: true },
      { ...one },
      { ...one, isLowPriority: true },
    ];
    const names = all.map((hardware) => placeOfPrice(hardware, emerald).name);
    expect(names).toEqual([
      ...['prices/onyx.json', 'prices/onyx%20low.json', 'prices/ruby.json'],
      ...['prices/class%20onyx.json', 'prices/class%20onyx%20low.json'],
      ...['prices/class%20.json', 'prices/class%20%20low.json'],
    ]);
  });

  it('is that of the first hardware, whatever its slots and walltime are, but not for another priority', () => {
    const more = { ...emerald, slots: 99, coresPerSlot: 64 };
    expect(placeOfPrice(more, emerald)).toBe(layout.price);
    const low: PaidHardware = { ...emerald, isLowPriority: true };
    expect(placeOfPrice(low, emerald).name).toBe('prices/emerald%20low.json');
    expect(placeOfPrice(emerald, low).name).toBe('prices/emerald.json');
    expect(placeOfPrice(low, low)).toBe(layout.price);
  });
});

it('the jobs of attempts are those that had any of them, each once', () => {
  expect(jobsOf([])).toEqual(new Set());
  const attempts = [[{ jobNumber: 0 }, { jobNumber: 3 }], [], [{ jobNumber: 3 }, { jobNumber: 1 }]];
  expect(jobsOf(attempts)).toEqual(new Set([0, 3, 1]));
});
