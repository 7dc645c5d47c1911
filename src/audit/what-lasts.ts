import type { AuditFault, AuditReport } from './audit-report.ts';

/**
 * Audits a study that may go on meanwhile, and where that finds a fault once more: what is written between two readings looks like one, such as a job
 * that the platform lists and the records, read before, lack. A fault is what both audits find.
 */
export async function whatLasts(audit: () => Promise<AuditReport>): Promise<AuditReport> {
  const first = await audit();
  if (first.ended || first.faultCount === 0) return first;
  const known = new Set(first.faults.map(keyOf));
  const again = await audit();
  // Of more than a report holds it isn't known which they are: these count.
  const faults = again.faults.filter((fault) => known.has(keyOf(fault)));
  const faultCount = again.faultCount - again.faults.length + faults.length;
  return { ...again, clean: faultCount === 0, faultCount, faults };
}

function keyOf({ kind, subject }: AuditFault): string {
  return `${kind}\n${subject}`;
}
