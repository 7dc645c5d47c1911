/** Whether more was ever committed than the limit of that moment, by the ledger of what was set aside and spent. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { auditBudget } from '../../src/audit/audit-budget.ts';
import { AuditBook, type AuditReport } from '../../src/audit/audit-report.ts';
import {
  createAmendment,
  keepJobHours,
  keepOutcomes,
  layout,
  setCostLimit,
  type DocumentFolder,
  type LedgerEntry,
} from '../../src/store/index.ts';
import { temporaryStore } from '../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let ledger: LedgerEntry[];
let studies = 0;
beforeEach(async () => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
  ledger = [];
  await folder.write(layout.price, { amount: 0.5, currency: 'USD' });
});

const noon = Date.parse('2026-05-01T12:00:00.000Z');
/** Seconds after noon. */
const at = (seconds: number): string => new Date(noon + 1000 * seconds).toISOString();

/** 2 core hours an hour: 1.00 USD. */
const job = {
  fields: {},
  hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 2, walltime: 4 },
};

function book(
  key: string,
  cost: number,
  seconds: number,
  reservation: 'reserved' | 'spent' | 'released' = 'reserved',
): void {
  ledger.push({
    ...{ kind: 'reservation', what: 'reserve', key, cost, reservation },
    ...{ at: at(seconds), currency: 'USD' },
  });
}

/** Audits a study whose file has this limit. */
async function audit(
  amount?: number,
  { ended = true, ...settings }: { readonly ended?: boolean; readonly cluster?: object } = {},
): Promise<AuditReport> {
  const found = new AuditBook();
  const execution = { ...(amount === undefined ? {} : { maxCost: { amount } }), ...settings };
  const study = { job, execution };
  const records = { folder, study, ledger, ended, at: () => Promise.resolve({ study }) };
  await auditBudget(records as unknown as Parameters<typeof auditBudget>[0], found);
  return found.close(true, false);
}

async function faultsOf(amount?: number): Promise<readonly string[]> {
  return (await audit(amount)).faults.map(({ kind, subject }) => `${kind} ${subject}`);
}

const limit = (amount: number | undefined, seconds: number) =>
  setCostLimit(folder, {
    ...(amount === undefined ? {} : { limit: { amount } }),
    ...{ at: at(seconds), by: 'ann' },
  });

/** A job that was sent while nothing was set aside, and took an hour. */
async function send(jobNumber: number, seconds: number): Promise<void> {
  await folder.write(layout.submitTried(jobNumber), { at: at(seconds) });
  await keepJobHours(folder, jobNumber, 1);
  await keepOutcomes(folder, jobNumber, []);
}

describe('what was set aside', () => {
  it('may reach the limit, and is told where it passes it, with the moment and both amounts', async () => {
    book('job 1', 1, 0);
    book('job 2', 2, 1);
    expect(await faultsOf(3)).toEqual([]);
    expect((await audit(2.9)).faults).toEqual([
      {
        ...{ kind: 'not-accounted', subject: 'job 2' },
        message: `had 2.00 USD set aside at ${at(1)}, which made 3.00 USD committed of a limit of 2.90 USD`,
      },
    ]);
    expect(await faultsOf(0.5)).toEqual(['not-accounted job 1', 'not-accounted job 2']);
  });

  it('may differ in its last digits, as sums do', async () => {
    for (const number of [1, 2, 3]) book(`job ${number}`, 0.1, number);
    expect(0.1 + 0.1 + 0.1).toBeGreaterThan(0.3);
    expect(await faultsOf(0.3)).toEqual([]);
    expect(await faultsOf(0.2999)).toEqual(['not-accounted job 3']);
  });

  it('counts once for each job and cluster, and no more where it took less or was given back', async () => {
    book('cluster 1', 2, 0);
    book('job 1', 1, 0);
    book('job 1', 0.25, 1, 'spent');
    book('cluster 1', 0, 2, 'released');
    book('job 2', 2.75, 3);
    expect(await faultsOf(3)).toEqual([]);
    // Set aside anew, as it was amended.
    book('job 2', 2.5, 4);
    book('job 3', 0.25, 5);
    expect(await faultsOf(3)).toEqual([]);
    book('job 4', 0.01, 6);
    expect(await faultsOf(3)).toEqual(['not-accounted job 4']);
  });

  it('is no fault where the platform took more: only what is set aside after that', async () => {
    book('job 1', 1, 0);
    book('job 1', 9, 1, 'spent');
    expect(await faultsOf(3)).toEqual([]);
    book('job 2', 1, 2);
    expect(await faultsOf(3)).toEqual(['not-accounted job 2']);
  });

  it('is no fault without any limit', async () => {
    book('job 1', 1e9, 0);
    expect(await faultsOf()).toEqual([]);
  });
});

describe('a limit that was set', () => {
  it('holds from then on; what was set aside before by the one of before is no fault', async () => {
    await limit(1, 3600);
    book('job 1', 2, 0);
    expect(await faultsOf(2)).toEqual([]);
    book('job 1', 0, 1, 'released');
    book('job 2', 1, 7200);
    expect(await faultsOf(2)).toEqual([]);
    book('job 3', 0.5, 7201);
    expect(await faultsOf(2)).toEqual(['not-accounted job 3']);
  });

  it('may have been seen a minute late, or be the one of before while it is set, as clocks differ', async () => {
    await limit(5, 3600);
    // A higher one holds a minute before its time, a lower one a minute after it.
    book('job 1', 4, 3600 - 60);
    expect(await faultsOf(1)).toEqual([]);
    ledger = [];
    book('job 1', 4, 3600 - 61);
    expect(await faultsOf(1)).toEqual(['not-accounted job 1']);
    ledger = [];
    book('job 1', 9, 3600 + 60);
    expect(await faultsOf(9)).toEqual([]);
    ledger = [];
    book('job 1', 9, 3600 + 61);
    expect(await faultsOf(9)).toEqual(['not-accounted job 1']);
  });

  it('is looked at with the one just before it, whatever held earlier', async () => {
    await limit(5, 3600);
    await limit(3, 7200);
    book('job 1', 5, 7230);
    expect(await faultsOf(9)).toEqual([]);
    ledger = [];
    book('job 1', 9, 7230);
    expect(await faultsOf(9)).toEqual(['not-accounted job 1']);
  });

  it('is looked at with all that were set within the minutes around, and the one that held before them', async () => {
    for (const [amount, seconds] of [
      [0.3, 3610],
      [0.7, 3620],
      [0.5, 3625],
    ] as const) {
      await limit(amount, seconds);
    }
    book('job 1', 1.2, 3600);
    expect(await faultsOf(1.2)).toEqual([]);
    expect(await faultsOf(1.1)).toEqual(['not-accounted job 1']);
    ledger = [];
    book('job 1', 0.7, 3680);
    expect(await faultsOf(1.2)).toEqual([]);
    ledger = [];
    book('job 1', 0.7, 3690);
    expect(await faultsOf(1.2)).toEqual(['not-accounted job 1']);
  });

  it('of an amendment holds from the amendment on, not for the study as it was started', async () => {
    const kept = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
    await createAmendment(
      folder,
      { revision: 1, ...kept },
      {
        ...{ ...kept, createdAt: at(3600), engineVersion: '1', runs: [] },
        amendment: { by: 'ann', changes: [], maxCost: { amount: 8 } },
      },
    );
    book('job 1', 4, 0);
    book('job 2', 4, 7200);
    expect(await faultsOf(2)).toEqual(['not-accounted job 1']);
  });

  it('and taken away again bounds nothing from then on', async () => {
    await limit(1, 0);
    await limit(undefined, 3600);
    book('job 1', 99, 7200);
    const { faults, notes } = await audit(2);
    expect(faults).toEqual([]);
    expect(notes.join()).toContain('0.00 USD are committed; there is no limit now');
  });
});

describe('jobs that were sent while nothing was set aside', () => {
  it('count with what they took, from when they were sent', async () => {
    await send(1, 100);
    book('job 2', 2, 50);
    expect(await faultsOf(2)).toEqual([]);
    book('job 3', 0.5, 100);
    expect((await audit(3)).faults.map(({ message }) => message)).toEqual([
      `had 0.50 USD set aside at ${at(100)}, which made 3.50 USD committed of a limit of 3.00 USD`,
    ]);
  });

  it('are none that a cluster of the study pays for, nor one that was never sent', async () => {
    const cluster = { kind: 'own', name: 'beams', slots: 2, walltimeHours: 4 };
    await send(1, 0);
    await folder.write(layout.jobCluster(1), { clusterId: 'c1' });
    await folder.write(layout.clusterMade(1), { name: 'beams', at: at(0), clusterId: 'c1' });
    await folder.write(layout.clusterLife('c1'), { coreHours: 4 });
    expect((await audit(9, { cluster })).notes).toEqual([
      'budget: 2.00 USD are committed of 9.00 USD (the ledger of what was set aside and spent has 0 entries)',
    ]);
    await folder.write(layout.platformJob(12), { jobId: 'j12' });
    expect((await audit(9, { ended: false })).notes.join()).not.toContain('job 12');
    await send(12, 0);
    expect((await audit(9, { cluster })).notes.join()).toContain('; for job 12 nothing');
  });

  it('are named in the note, one or several; those for which something was set aside are not', async () => {
    await send(1, 0);
    book('job 2', 1, 1);
    await send(2, 2);
    expect((await audit(9)).notes.join()).toContain(
      'budget: 2.00 USD are committed of 9.00 USD (the ledger of what was set aside and spent has 1 entries); for job 1 nothing was set aside, as there was no limit when it was sent',
    );
    await send(3, 3);
    expect((await audit(9)).notes.join()).toContain(
      'for job 1, job 3 nothing was set aside, as there was no limit when they were sent',
    );
  });
});

describe('the note of what is committed', () => {
  it('is not made for a study that never had a limit', async () => {
    await send(1, 0);
    const { faults, notes } = await audit();
    expect([faults, notes]).toEqual([[], []]);
  });

  it('is made where a limit was set or anything was set aside, also where nothing is committed', async () => {
    expect((await audit(2)).notes).toEqual([
      'budget: 0.00 USD are committed of 2.00 USD (the ledger of what was set aside and spent has 0 entries)',
    ]);
    book('job 1', 0, 0);
    expect((await audit()).notes.join()).toContain('there is no limit now');
    ledger = [];
    await limit(undefined, 0);
    expect((await audit()).notes.join()).toContain('has 0 entries)');
  });

  it('counts what is spent and what is set aside, also for what goes on or may be sent', async () => {
    await send(1, 0);
    await folder.write(layout.reservation(2), { mostHours: 8, at: at(0) });
    book('job 2', 4, 0);
    expect((await audit(9, { ended: false })).notes.join()).toContain('5.00 USD are committed');
    expect((await audit(9)).notes.join()).toContain('1.00 USD are committed');
  });

  it('is in the currency of the newest hardware, or of the first, and says where a part has no price', async () => {
    const kept = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
    const hardware = { before: job.hardware, after: { ...job.hardware, coreType: 'onyx' } };
    await createAmendment(
      folder,
      { revision: 1, ...kept },
      {
        ...{ ...kept, createdAt: at(0), engineVersion: '1', runs: [] },
        amendment: { by: 'ann', changes: [], hardware },
      },
    );
    await send(1, 0);
    expect((await audit(9)).notes.join()).toContain(
      'budget: amounts of which nobody told the price are committed of 9.00 USD',
    );
    await folder.remove(layout.price);
    await folder.write(layout.priceOf('onyx'), { amount: 1, currency: 'EUR' });
    expect((await audit(9)).notes.join()).toContain('budget: 2.00 EUR are committed of 9.00 EUR');
  });

  it('has no amount where nobody told a price', async () => {
    await folder.remove(layout.price);
    book('job 1', 9, 0);
    const { faults, notes } = await audit(2);
    expect([faults.length, notes]).toEqual([1, []]);
  });

  it('counts entries of what was set aside alone', async () => {
    ledger.push({ kind: 'effect', at: at(0), what: 'submit-job', key: 'j1', effect: 'sent' });
    book('job 1', 1, 0);
    expect((await audit(2)).notes.join()).toContain('has 1 entries)');
  });
});
