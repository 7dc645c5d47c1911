/** What is set aside, settled and counted of a study whose hardware was amended: each job by the hardware that it was made with. */
import { expect, it } from 'vitest';
import { auditBudget } from '../../../src/audit/audit-budget.ts';
import { AuditBook } from '../../../src/audit/audit-report.ts';
import {
  createAmendment,
  keepJobHours,
  keepOutcomes,
  layout,
  openHardwareBook,
  readCommitments,
  readLedger,
  readSlotsOfJobs,
  specRuns,
  type LedgerEntry,
} from '../../../src/store/index.ts';
import { addCommitments } from '../../../src/study/budget.ts';
import { hardwareWords, paidHardwareOf } from '../../../src/study/paid-hardware.ts';
import type { Study } from '../../../src/study/study.ts';
import { countCost } from '../../../src/summary/count-cost.ts';
import { keepStudy, type KeptStudy } from '../../security/kept-study.ts';

const studyId = 'beam-1';

/** 40 runs in jobs of 10: two slots of one core for an hour are 2 core hours, 1.00 at 0.5. */
const file = (maxCost: number, hardware = 'coreType: emerald, coresPerSlot: 1, slots: 2'): string =>
  `name: beam
variables:
  - { name: x, type: Param, generator: Linspace, settings: {minvalue: 1, maxvalue: 40, count: 40} }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: test \${x}
  hardware: { ${hardware}, walltime: 1 }
execution: { runsPerJob: 10, maxCost: ${maxCost} }
`;

const before = { coreType: 'emerald', coresPerSlot: 1, slots: 2, walltime: 1 };
/** 12 core hours a job, 24.00 at 2. */
const after = { coreType: 'onyx', coresPerSlot: 4, slots: 3, walltime: 1 };
const onyx = 'coreType: onyx, coresPerSlot: 4, slots: 3';
const prices = { emerald: 0.5, onyx: 2 };

async function keep(maxCost: number): Promise<KeptStudy> {
  const list = async function* (items: readonly object[]) {
    yield* await Promise.resolve(items);
  };
  const priced = Object.entries(prices).map(([coreType, amount]) => ({
    ...{ coreType, value: { amount, currency: 'USD' } },
  }));
  const platform = {
    coreTypes: { list: () => list(Object.keys(prices).map((code) => ({ code }))) },
    billing: { computePrices: () => Promise.resolve(priced) },
  };
  return keepStudy(studyId, file(maxCost), platform);
}

async function amend({ store, folder }: KeptStudy, maxCost: number): Promise<void> {
  const { studyFile } = await folder.read(layout.snapshot);
  const { sha256 } = await store.putBytes(Buffer.from(file(maxCost, onyx)));
  const kept = { studyFile: { ...studyFile, sha256 }, files: [] };
  const facts = { createdAt: new Date().toISOString(), engineVersion: '1', runs: [] };
  const amendment = { by: 'ann', changes: ['hardware'], hardware: { before, after } };
  expect(
    await createAmendment(folder, { revision: 1, ...kept }, { ...kept, ...facts, amendment }),
  ).toBe(true);
}

const reserve = ({ call }: KeptStudy, jobNumber: number, revision?: number, spare?: number) =>
  call('reserveCost', {
    ...{ studyId, jobNumber, inFlight: [1, 2].filter((other) => other !== jobNumber) },
    ...(revision === undefined ? {} : { revision }),
    ...(spare === undefined ? {} : { spare }),
  });

const prepare = ({ call }: KeptStudy, jobNumber: number, revision?: number) =>
  call('prepareJob', { studyId, jobNumber, ...(revision === undefined ? {} : { revision }) });

async function end({ folder }: KeptStudy, jobNumber: number, hours: number): Promise<void> {
  await folder.write(layout.submitTried(jobNumber), { at: '2026-05-01T12:00:00Z' });
  await keepJobHours(folder, jobNumber, hours);
  await keepOutcomes(folder, jobNumber, []);
}

const study = (hardware: object): Study =>
  ({
    job: { fields: {}, hardware },
    execution: { maxCost: { amount: 100 } },
  }) as unknown as Study;

async function reserved({ folder }: KeptStudy): Promise<readonly string[]> {
  const told: string[] = [];
  for await (const entry of readLedger(folder)) {
    if (entry.kind === 'reservation') told.push(`${entry.key} ${entry.reservation} ${entry.cost}`);
  }
  return told;
}

it('counts a job that was made before by the old hardware and price, one made since by the new', async () => {
  const kept = await keep(100);
  await reserve(kept, 1);
  await prepare(kept, 1);
  await amend(kept, 100);
  expect(await reserve(kept, 2, 2)).toMatchObject({
    verdict: 'fits',
    why: expect.stringMatching(/job 2 may take up to 24\.00 USD .* 1\.00 of 100/u) as string,
  });
  await prepare(kept, 2, 2);
  await end(kept, 1, 0.5);
  await end(kept, 2, 0.25);
  const { folder } = kept;
  const now = study(after);
  // 0.5 h x 2 slots x 0.5, and 0.25 h x 3 slots x 4 cores x 2.
  expect(addCommitments(await readCommitments(folder, now))).toEqual({ spent: 6.5, reserved: 0 });
  expect(await countCost(folder, now, 2)).toMatchObject({ high: 6.5, currency: 'USD' });
  const slots = await readSlotsOfJobs(folder, now, [1, 2]);
  expect([1, 2].map((job) => [slots.cores(job), slots.hourCost(job)])).toEqual([
    [1, 0.5],
    [4, 8],
  ]);
  expect([1, 2, undefined].map((job) => slots.hardware?.(job))).toEqual([
    { revision: 1, words: '2 slots x 1 core of emerald, walltime 1 h' },
    ...[2, 2].map((revision) => ({ revision, words: hardwareWords({ ...after }) })),
  ]);
  const book = new AuditBook();
  const ledger: LedgerEntry[] = [];
  for await (const entry of readLedger(folder)) ledger.push(entry);
  const records = {
    folder,
    study: now,
    ledger,
    ended: true,
    at: () => Promise.resolve({ study: now }),
  };
  await auditBudget(records as unknown as Parameters<typeof auditBudget>[0], book);
  expect(book.close(true, true).notes.join()).toContain('6.50 USD are committed of 100.00 USD');
  expect(await reserved(kept)).toEqual(['job 1 reserved 1', 'job 2 reserved 24']);
});

it('sets aside anew what was set aside for a job before it was amended, while the job is not made', async () => {
  const kept = await keep(30);
  await reserve(kept, 2);
  await amend(kept, 30);
  expect((await reserve(kept, 2, 2)).verdict).toBe('fits');
  // Who asks late for the older files takes nothing back.
  await reserve(kept, 2);
  expect(await kept.folder.read(layout.reservation(2))).toMatchObject({
    mostHours: 12,
    revision: 2,
  });
  expect((await reserve(kept, 1, 2)).verdict).toBe('later');
});

it('makes a job whose study was lost in between with the hardware that was paid for in advance', async () => {
  const kept = await keep(30);
  await reserve(kept, 2);
  await amend(kept, 30);
  await prepare(kept, 2, 2);
  expect((await kept.folder.read(layout.jobSpec(2))).revision).toBeUndefined();
  await prepare(kept, 3, 2);
  expect((await kept.folder.read(layout.jobSpec(3))).revision).toBe(2);
});

it('cuts a job of the new hardware by its price', async () => {
  const kept = await keep(20);
  await amend(kept, 20);
  // 8.00 a slot: two fit.
  expect(await reserve(kept, 2, 2, 9)).toMatchObject({ verdict: 'fits', left: 2 });
  await prepare(kept, 2, 2);
  const spec = await kept.folder.read(layout.jobSpec(2));
  expect(spec.slots).toBe(2);
  expect(specRuns(spec)).toHaveLength(8);
});

it('makes the whole unknown where nobody tells the price of a part', async () => {
  const { folder } = await keep(20);
  await folder.write(layout.price, { amount: 0.5, currency: 'USD' });
  const kept = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
  const facts = { createdAt: '2026-05-01T12:00:00Z', engineVersion: '1', runs: [] };
  const amendment = { by: 'ann', changes: [], hardware: { before, after } };
  await createAmendment(folder, { revision: 1, ...kept }, { ...kept, ...facts, amendment });
  await folder.write(layout.reservation(1), { mostHours: 12, revision: 2, at: '' });
  await end({ folder } as KeptStudy, 1, 1);
  expect(addCommitments(await readCommitments(folder, study(after)))).toBeUndefined();
  expect(await countCost(folder, study(after), 1)).toMatchObject({ high: null });
  const book = await openHardwareBook(folder, study(after));
  expect([book.at(1), book.at(2), book.at()]).toEqual([
    before,
    after,
    paidHardwareOf(study(after)),
  ]);
});

it('sends nothing after a job of hardware whose price nobody has told yet', async () => {
  const kept = await keep(100);
  await reserve(kept, 1);
  await amend(kept, 100);
  await kept.folder.write(layout.reservation(2), { mostHours: 12, revision: 2, at: '' });
  expect(await reserve(kept, 3, 1)).toEqual({
    verdict: 'unknown',
    why: 'nobody tells what the jobs before it cost',
  });
});
