/** What the ledger has of a job for which something was set aside, once it has ended. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { settleJob } from '../../../activities/budget/settle-job.ts';
import {
  createAmendment,
  layout,
  readLedger,
  type DocumentFolder,
  type LedgerEntry,
} from '../../../src/store/index.ts';
import type { Study } from '../../../src/study/study.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;
beforeEach(async () => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
  await folder.write(layout.price, { amount: 0.5, currency: 'USD' });
});

const now = new Date('2026-05-01T12:00:00.000Z');
/** 3 slots of 4 cores: 12 core hours, 6.00 USD an hour. */
const hardware = { coreType: 'emerald', coresPerSlot: 4, slots: 3, walltime: 2 };
const studyWith = (cluster?: object) =>
  ({
    job: { fields: {}, hardware },
    execution: cluster === undefined ? {} : { cluster },
  }) as unknown as Study;
const own = { kind: 'own', name: 'beams', slots: 3, walltimeHours: 4 };

const reserve = (jobNumber: number, mostHours: number, more: object = {}) =>
  folder.write(layout.reservation(jobNumber), { mostHours, at: '', ...more });

async function settle(jobNumber: number, heldHours?: number, study = studyWith()) {
  const held = heldHours === undefined ? {} : { heldHours };
  await settleJob(folder, study, { jobNumber, ...held, now });
  const entries: LedgerEntry[] = [];
  for await (const entry of readLedger(folder)) entries.push(entry);
  return entries.at(-1);
}

const booked = (key: string, cost: number): LedgerEntry => ({
  ...{ kind: 'reservation', what: 'settle', key, at: now.toISOString(), currency: 'USD' },
  ...{ cost, reservation: cost > 0 ? 'spent' : 'released' },
});

describe('a job that has ended', () => {
  it('has spent all its cores for as long as it had them, also beyond what was set aside', async () => {
    await reserve(1, 24);
    expect(await settle(1, 0.5)).toEqual(booked('job 1', 3));
    expect(await settle(1, 10)).toEqual(booked('job 1', 60));
  });

  it('has spent the slots that it was cut to', async () => {
    await reserve(1, 8, { slots: 1 });
    expect(await settle(1, 0.5)).toEqual(booked('job 1', 1));
  });

  it('has spent the hardware and price that it was made with', async () => {
    const kept = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
    const before = { ...hardware, coreType: 'onyx', coresPerSlot: 1, slots: 2 };
    await createAmendment(
      folder,
      { revision: 1, ...kept },
      {
        ...{ ...kept, createdAt: '', engineVersion: '1', runs: [] },
        amendment: { by: 'ann', changes: [], hardware: { before, after: hardware } },
      },
    );
    await folder.write(layout.priceOf('emerald'), { amount: 3, currency: 'USD' });
    await reserve(1, 4, { revision: 1 });
    await reserve(2, 24, { revision: 2 });
    expect(await settle(1, 1)).toEqual(booked('job 1', 1));
    expect(await settle(2, 1)).toEqual(booked('job 2', 36));
  });

  it('gives all back where it never had any hardware, or was turned down', async () => {
    await reserve(1, 24);
    await reserve(2, 24);
    expect(await settle(1, 0)).toEqual(booked('job 1', 0));
    expect(await settle(2)).toEqual(booked('job 2', 0));
  });

  it('keeps what was set aside where it was sent and nobody knows for how long it ran', async () => {
    await reserve(1, 24);
    await folder.write(layout.submitTried(1), { at: '' });
    expect(await settle(1)).toBeUndefined();
    expect(await settle(1, 1)).toEqual(booked('job 1', 6));
  });

  it('is not in the ledger where nothing was set aside, or where nobody tells its price', async () => {
    expect(await settle(1, 1)).toBeUndefined();
    await reserve(1, 0);
    expect(await settle(1, 1)).toBeUndefined();
    await reserve(2, 24);
    await folder.remove(layout.price);
    expect(await settle(2, 1)).toBeUndefined();
  });
});

describe('a job that ran on a cluster', () => {
  it('has spent nothing beside the cluster that was made for its study', async () => {
    await reserve(1, 24);
    await reserve(2, 24);
    await folder.write(layout.jobCluster(1), { clusterId: 'c1' });
    expect(await settle(1, 1, studyWith(own))).toEqual(booked('job 1', 0));
    // Sent without it, as the platform had refused the cluster.
    expect(await settle(2, 1, studyWith(own))).toEqual(booked('job 2', 6));
  });

  it('has spent its own hours where the cluster is no study’s', async () => {
    await reserve(1, 24);
    await folder.write(layout.jobCluster(1), { clusterId: 'c9' });
    expect(await settle(1, 1, studyWith({ kind: 'existing', id: 'c9' }))).toEqual(
      booked('job 1', 6),
    );
  });

  it('has spent its own hours where its study says nothing of a cluster', async () => {
    await reserve(1, 24);
    await folder.write(layout.jobCluster(1), { clusterId: 'c1' });
    expect(await settle(1, 1)).toEqual(booked('job 1', 6));
  });
});
