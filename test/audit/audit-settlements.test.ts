/** Amounts of the ledger as hours x price, of a study whose cluster was amended: each cluster by the hardware that it was made of. */
import { afterAll, expect, it } from 'vitest';
import { auditMoney } from '../../src/audit/audit-money.ts';
import { AuditBook } from '../../src/audit/audit-report.ts';
import { createAmendment, layout, type LedgerEntry } from '../../src/store/index.ts';
import { paidHardwareOf } from '../../src/study/paid-hardware.ts';
import type { Study } from '../../src/study/study.ts';
import { temporaryStore } from '../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
const at = (minute: number): string => new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString();

const studyOn = (hardware: object, slots: number): Study =>
  ({
    job: { fields: {}, hardware, analyses: [] },
    execution: {
      maxCost: { amount: 100 },
      cluster: { kind: 'own', name: 'beams', slots, walltimeHours: 4 },
    },
  }) as unknown as Study;

/** Eight core hours, at 0.50. */
const before = studyOn({ coreType: 'emerald', coresPerSlot: 1, slots: 2, walltime: 4 }, 2);
/** 32 core hours, at 2.00. */
const after = studyOn({ coreType: 'onyx', coresPerSlot: 2, slots: 4, walltime: 4 }, 4);

const entry = (
  key: string,
  reservation: 'reserved' | 'spent',
  cost: number,
  minute: number,
): LedgerEntry => ({
  ...{ kind: 'reservation', what: 'reserve', key, reservation, cost },
  ...{ at: at(minute), currency: 'USD' },
});

/** Faults of a study with a cluster of each revision, of which the second took eight core hours. @param spent booked for that */
async function faults(name: string, spent: number): Promise<readonly object[]> {
  const folder = store.study(name);
  await folder.write(layout.price, { amount: 0.5, currency: 'USD' });
  await folder.write(layout.priceOf('onyx'), { amount: 2, currency: 'USD' });
  const files = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
  const hardware = { before: paidHardwareOf(before), after: paidHardwareOf(after) };
  await createAmendment(
    folder,
    { revision: 1, ...files },
    {
      ...{ ...files, createdAt: at(10), engineVersion: '1', runs: [] },
      amendment: { by: 'ann', changes: ['hardware'], hardware },
    },
  );
  await folder.write(layout.clusterReservation(1), { mostHours: 8, at: at(0), revision: 1 });
  await folder.write(layout.clusterReservation(2), { mostHours: 32, at: at(12), revision: 2 });
  for (const [number, coreHours] of [
    [1, 2],
    [2, 8],
  ] as const) {
    const clusterId = `c${number}`;
    const made = { name: 'beams', at: at(12 * number - 12), clusterId, revision: number };
    await folder.write(layout.clusterMade(number), made);
    await folder.write(layout.clusterLife(clusterId), { coreHours });
  }
  const ledger = [
    entry('cluster 1', 'reserved', 4, 0),
    entry('cluster 1', 'spent', 1, 11),
    entry('cluster 2', 'reserved', 64, 12),
    entry('cluster 2', 'spent', spent, 30),
  ];
  const book = new AuditBook();
  const records = {
    ...{ folder, ledger, study: after, ended: true, attempts: [], jobIds: new Map() },
    at: (revision = 2) => Promise.resolve({ study: revision === 1 ? before : after }),
  };
  await auditMoney(records as unknown as Parameters<typeof auditMoney>[0], book);
  return book.close(true, false).faults;
}

it('a cluster that was made after the amendment was paid for by its own price, the one before by the old', async () => {
  expect(await faults('right', 16)).toEqual([]);
});

it('one of which that isn’t true is told', async () => {
  expect(await faults('wrong', 4)).toEqual([
    {
      ...{ kind: 'not-accounted', subject: 'cluster 2' },
      message: `had 4.00 USD spent by the ledger (${at(30)}), and 8 core hours of it cost 16.00 USD`,
    },
  ]);
});
