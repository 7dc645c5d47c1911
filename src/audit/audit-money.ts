/** Whether the ledger of what was set aside and spent agrees with the records of jobs and clusters. */
import type { AuditBook } from './audit-report.ts';
import { auditReservations } from './audit-reservations.ts';
import { auditSettlements } from './audit-settlements.ts';
import type { StudyRecords } from './audited-study.ts';
import { readSetAside } from './set-aside.ts';

export async function auditMoney(records: StudyRecords, book: AuditBook): Promise<void> {
  const all = await readSetAside(records, book);
  await auditReservations(records, all, book);
  await auditSettlements(records, all, book);
}
