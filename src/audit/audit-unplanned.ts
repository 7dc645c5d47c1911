import { layout, readRevisions } from '../store/index.ts';
import { auditPlannedFrom } from './audit-contents.ts';
import { auditCopies } from './audit-copies.ts';
import { auditEffects } from './audit-effects.ts';
import { auditEndRecords } from './audit-end-records.ts';
import { auditJobFiles } from './audit-job-files.ts';
import { AuditBook, type AuditReport } from './audit-report.ts';
import { auditReused } from './audit-reused.ts';
import { auditRunKeys } from './audit-run-keys.ts';
import { auditRevisions } from './audit-revisions.ts';
import type { AuditOptions } from './audit-study.ts';
import { auditPacks } from './audit-packs.ts';
import { auditFiles } from './audit-values.ts';
import { readStudyRecords, type KeptStudy } from './audited-study.ts';

/** Thrown when a study can't be planned again from what the store has of it; the cause says why. */
export class NotPlannedError extends Error {
  override readonly name = 'NotPlannedError';
}

/**
 * What can be audited of a study that can't be planned again because a record was changed after its end that its plan comes from: all that needs no plan.
 * @returns undefined where no such record was changed
 */
export async function auditUnplanned(
  audited: KeptStudy,
  { store, snapshot, onProgress }: Pick<AuditOptions, 'store' | 'snapshot' | 'onProgress'>,
): Promise<AuditReport | undefined> {
  const book = new AuditBook(onProgress);
  const records = await readStudyRecords(audited, book);
  const changed = (await book.guard(() => auditEndRecords(records, book))) ?? new Set<string>();
  const plannedFrom = [...changed].filter(
    (name) => name === layout.snapshot.name || name.startsWith(layout.allRevisions.prefix),
  );
  if (plannedFrom.length === 0) return undefined;
  const attempts = records.attempts.flat();
  const status = await book.guard(() => audited.folder.find(layout.status));
  book.count('runs', status?.runs.total ?? 0);
  book.count('runsEnded', new Set(attempts.map(({ run }) => run)).size);
  book.count('attempts', attempts.length);
  book.note(
    `by ${plannedFrom.join(' and ')} as changed the study can't be planned again: its values, tables and cost, which runs it plans, and what the platform has of it, were not compared`,
  );
  await auditReused(store, records, book);
  auditEffects(records, book);
  await book.guard(() => auditRunKeys(records, book));
  const revisions = (await book.guard(() => readRevisions(audited.folder))) ?? [];
  auditRevisions(revisions, book);
  await auditPlannedFrom(store, { snapshot, revisions }, changed, book);
  await book.guard(() => auditJobFiles(store, records, changed, book));
  await auditPacks(records, book);
  for (const outcome of attempts) {
    if (outcome.pack !== undefined) continue;
    await book.guard(() => auditFiles(audited.folder, outcome, outcome.files ?? {}, book));
  }
  await book.guard(() => auditCopies(records, book));
  return book.close(audited.ended && records.end !== 'closing', false);
}
