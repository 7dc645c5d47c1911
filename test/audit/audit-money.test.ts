/** Whether the ledger of what was set aside and spent agrees with the records of jobs, clusters, hours and prices. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { auditMoney } from '../../src/audit/audit-money.ts';
import { AuditBook, type AuditReport } from '../../src/audit/audit-report.ts';
import { settleJob } from '../../activities/budget/settle-job.ts';
import {
  appendToLedger,
  keepJobGone,
  keepJobHours,
  layout,
  readLedger,
  setCostLimit,
  writeTicket,
  type DocumentFolder,
  type LedgerEntry,
} from '../../src/store/index.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import type { Study } from '../../src/study/study.ts';
import { temporaryStore } from '../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
const at = '2026-05-01T12:00:00.000Z';
/** 2 slots of 1 core for 4 h: 8 core hours, 4.00 USD. */
const hardware = { coreType: 'emerald', coresPerSlot: 1, slots: 2, walltime: 4 };
const own = { kind: 'own', name: 'beams', slots: 2, walltimeHours: 4 };
let folder: DocumentFolder;
let study: Study;
let jobIds: Map<number, string>;
let attempts: RunOutcome[][];
let studies = 0;

const studyWith = (execution: object): Study =>
  ({ job: { fields: {}, hardware }, execution }) as unknown as Study;

beforeEach(async () => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
  study = studyWith({ maxCost: { amount: 9 } });
  jobIds = new Map();
  attempts = [];
  await folder.write(layout.price, { amount: 0.5, currency: 'USD' });
});

const row = (
  key: string,
  cost: number,
  reservation: 'reserved' | 'spent' | 'released' = 'reserved',
  currency: string | null = 'USD',
): LedgerEntry => ({
  ...{ kind: 'reservation', what: reservation === 'reserved' ? 'reserve' : 'settle', key },
  ...{ at, cost, currency, reservation },
});

/** Sets aside and sends job `jobNumber`. */
async function send(jobNumber: number, mostHours = 8, more: object = {}): Promise<void> {
  await folder.write(layout.reservation(jobNumber), { mostHours, at, revision: 1, ...more });
  await appendToLedger(folder, [row(`job ${jobNumber}`, mostHours * 0.5)]);
  await sendOnly(jobNumber);
}

async function sendOnly(jobNumber: number): Promise<void> {
  await folder.write(layout.submitTried(jobNumber), { at });
  jobIds.set(jobNumber, `J${jobNumber}`);
}

/** Ends it as its collection does. */
async function end(jobNumber: number, heldHours: number | undefined): Promise<void> {
  if (heldHours !== undefined) await keepJobHours(folder, jobNumber, heldHours);
  const held = heldHours === undefined ? {} : { heldHours };
  await settleJob(folder, study, { jobNumber, ...held, now: new Date(at) });
  const effect = { kind: 'effect', what: 'submit-job', effect: 'done' } as const;
  await appendToLedger(folder, [{ ...effect, key: `J${jobNumber}`, at }]);
}

async function audit(change?: (ledger: LedgerEntry[]) => LedgerEntry[]): Promise<AuditReport> {
  const kept: LedgerEntry[] = [];
  for await (const entry of readLedger(folder)) kept.push(entry);
  const ledger = change?.(kept) ?? kept;
  const book = new AuditBook();
  const records = { folder, study, ledger, jobIds, attempts, at: () => Promise.resolve({ study }) };
  await auditMoney(records as unknown as Parameters<typeof auditMoney>[0], book);
  return book.close(true, false);
}

const toldOf = ({ faults }: AuditReport): readonly string[] =>
  faults.map(({ kind, subject, message }) => `${kind} ${subject} ${message}`);

const without = (reservation: 'reserved' | 'settled') => (ledger: LedgerEntry[]) =>
  ledger.filter(
    (entry) =>
      entry.kind !== 'reservation' ||
      (entry.reservation === 'reserved') !== (reservation === 'reserved'),
  );

const withEach =
  (change: object | ((entry: { readonly cost: number }) => object), what = /./u) =>
  (ledger: LedgerEntry[]): LedgerEntry[] =>
    ledger.map((entry) =>
      entry.kind === 'reservation' && what.test(entry.reservation)
        ? { ...entry, ...(typeof change === 'function' ? change(entry) : change) }
        : entry,
    );

describe('nothing is told', () => {
  it('of jobs that ended, were cut, go on, are only asked for, or were turned down', async () => {
    await send(1);
    await end(1, 0.5);
    await send(2, 4, { slots: 1 });
    await folder.write(layout.jobCut(2), { slots: 1, spare: 9, runs: [], rest: [] });
    await end(2, 9);
    await send(3);
    await folder.write(layout.reservation(4), { mostHours: 8, at, revision: 1 });
    await folder.write(layout.reservation(5), { mostHours: 8, at, revision: 1 });
    await appendToLedger(folder, [row('job 5', 4)]);
    await settleJob(folder, study, { jobNumber: 5, now: new Date(at) });
    expect(await audit()).toMatchObject({ faults: [], notes: [] });
  });

  it('of one whose worker died before it was settled, nor of one that was deleted meanwhile', async () => {
    await send(1);
    await keepJobHours(folder, 1, 1);
    await send(2);
    await keepJobHours(folder, 2, 1);
    await end(2, undefined);
    const message = 'job J2 was deleted on the platform';
    attempts = [[{ run: 1, attempt: 1, jobNumber: 2, status: 'Failed', message, values: {} }]];
    expect(await audit()).toMatchObject({ faults: [], notes: [] });
  });

  it('of one that was gone from the platform when it was collected, with all of its runs done', async () => {
    await send(1);
    await keepJobHours(folder, 1, 1);
    await keepJobGone(folder, 1, 0);
    await end(1, undefined);
    attempts = [[{ run: 1, attempt: 1, jobNumber: 1, status: 'Done', values: {} }]];
    expect(await audit()).toMatchObject({ faults: [], notes: [] });
    await keepJobHours(folder, 1, 1);
    expect(toldOf(await audit())).toHaveLength(1);
  });

  it('of a study without a limit, or with one that was set later', async () => {
    await sendOnly(1);
    study = studyWith({});
    expect(toldOf(await audit())).toEqual([]);
    await setCostLimit(folder, { limit: { amount: 5 }, at, by: 'ann' });
    await send(2);
    await end(2, 1);
    expect(toldOf(await audit())).toEqual([]);
    study = studyWith({ maxCost: { amount: 9 } });
    await setCostLimit(folder, { at, by: 'ann' });
    expect(toldOf(await audit())).toEqual([]);
  });

  it('of what the study’s own cluster pays for, and of clusters that ended or were given up', async () => {
    study = studyWith({ cluster: own, maxCost: { amount: 9 } });
    await folder.write(layout.clusterReservation(1), { mostHours: 8, at, revision: 1 });
    await folder.write(layout.clusterMade(1), { name: 'beams', at, clusterId: 'c1' });
    await folder.write(layout.clusterLife('c1'), { coreHours: 3 });
    await folder.write(layout.clusterReservation(2), { mostHours: 0, at, revision: 1 });
    await appendToLedger(folder, [
      ...[row('cluster 1', 4), row('cluster 2', 4)],
      ...[row('cluster 2', 0, 'released'), row('cluster 1', 1.5, 'spent')],
    ]);
    await sendOnly(1);
    await folder.write(layout.jobCluster(1), { clusterId: 'c1' });
    await send(2);
    await folder.write(layout.jobCluster(2), { clusterId: 'c1' });
    await end(2, 1);
    expect(toldOf(await audit())).toEqual([]);
    const halved = await audit(withEach(({ cost }) => ({ cost: cost / 2 }), /spent/u));
    expect(toldOf(halved)).toEqual([
      `not-accounted cluster 1 had 0.75 USD spent by the ledger (${at}), and 3 core hours of it cost 1.50 USD`,
    ]);
  });
});

describe('the record of what was set aside', () => {
  it('must be there where the ledger has it, and be what the hardware takes until its walltime', async () => {
    await send(1);
    await folder.write(layout.reservation(1), { mostHours: 4, at, revision: 1 });
    expect(toldOf(await audit())).toEqual([
      'not-accounted job 1 has 4 core hours set aside by jobs/1-reserved.json, and its hardware takes 8 until its walltime',
      `not-accounted job 1 had 4.00 USD set aside by the ledger (${at}), and 4 core hours of it cost 2.00 USD`,
    ]);
    await folder.write(layout.reservation(1), { mostHours: 4, slots: 1, at, revision: 1 });
    expect(toldOf(await audit())).toContain(
      'contradiction job 1 has 1 slots by jobs/1-reserved.json, as one that was cut, and has no record that it was',
    );
    await folder.remove(layout.reservation(1));
    expect(toldOf(await audit())).toEqual([
      `missing job 1 has 4.00 USD reserved by the ledger (${at}), and its record jobs/1-reserved.json is not there`,
    ]);
    expect(toldOf(await audit(() => []))).toEqual([
      `not-accounted job 1 (J1) was sent at ${at} under a limit of the study's cost, and nothing was set aside for it`,
    ]);
  });
});

describe('an entry of the ledger', () => {
  beforeEach(async () => {
    await send(1);
    await end(1, 0.5);
  });

  it('that is gone is told', async () => {
    expect(toldOf(await audit(without('reserved')))).toEqual([
      `missing job 1 was sent with 8 core hours set aside at ${at} by jobs/1-reserved.json, and the ledger has no entry of that`,
    ]);
    expect(toldOf(await audit(without('settled')))).toEqual([
      'missing job 1 has ended, its record jobs/1-reserved.json has something set aside for it, and the ledger has no entry of what it spent',
    ]);
  });

  it('with another amount or currency is told', async () => {
    const settled = withEach(({ cost }) => ({ cost: cost / 1000 }), /spent/u);
    expect(toldOf(await audit(settled))).toEqual([
      `not-accounted job 1 had 0.0005 USD spent by the ledger (${at}), and 1 core hours of it cost 0.50 USD`,
    ]);
    expect(toldOf(await audit(withEach({ cost: 1 }, /reserved/u)))).toEqual([
      `not-accounted job 1 had 1.00 USD set aside by the ledger (${at}), and 8 core hours of it cost 4.00 USD`,
    ]);
    expect(toldOf(await audit(withEach({ currency: 'EUR' }, /spent/u)))).toEqual([
      `contradiction job 1 has an amount in EUR in the ledger (${at}), and the price is in USD`,
    ]);
  });

  it('of a job that is not there, or of nothing, is told', async () => {
    expect(toldOf(await audit(withEach({ key: 'job 9' })))).toContain(
      `missing job 9 has 4.00 USD reserved by the ledger (${at}), and its record jobs/9-reserved.json is not there`,
    );
    expect(toldOf(await audit(withEach({ key: 'x' }))).join()).toContain(
      'not-accounted x has money set aside or spent by the ledger, and is no job or cluster',
    );
  });

  it('may have been made with another price, which all of the job then have: a note', async () => {
    await folder.write(layout.price, { amount: 0.25, currency: 'USD' });
    const { faults, notes } = await audit();
    expect([faults, notes]).toEqual([
      [],
      [
        "job 1 was paid for by the ledger with 0.5 a core hour, and the price that is kept is 0.25: the platform's was other then, or one of the two was changed",
      ],
    ]);
  });

  it('may have set aside at another price, where the study had an end in between: a note', async () => {
    const [before, between, after] = ['11:00', '11:30', '12:30'].map(
      (time) => `2026-05-01T${time}:00.000Z`,
    );
    await folder.write(layout.reservation(1), { mostHours: 8, at: before ?? '', revision: 1 });
    const dear = (ledger: LedgerEntry[]): LedgerEntry[] =>
      withEach({ cost: 6, at: before }, /reserved/u)(ledger);
    expect(toldOf(await audit(dear))).toEqual([
      `not-accounted job 1 had 6.00 USD set aside by the ledger (${before ?? ''}), and 8 core hours of it cost 4.00 USD`,
    ]);
    await writeTicket(folder, { asks: 'resume' }, new Date(after ?? ''));
    expect(toldOf(await audit(dear))).toHaveLength(1);
    await writeTicket(folder, { asks: 'resume' }, new Date(between ?? ''));
    const { faults, notes } = await audit(dear);
    expect(faults).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/^job 1 was paid for by the ledger with 0\.75 a core hour/u),
    ]);
  });

  it('can’t be compared where nobody told a price', async () => {
    await folder.remove(layout.price);
    expect(toldOf(await audit())).toEqual([]);
  });
});
