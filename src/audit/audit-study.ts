import { PlatformError, type PlatformClient } from '../platform-api/index.ts';
import { readRevisions, type Store, type StudySnapshot } from '../store/index.ts';
import { auditBudget } from './audit-budget.ts';
import { auditCanonical } from './audit-canonical.ts';
import { auditClusters } from './audit-clusters.ts';
import { auditPlannedFrom } from './audit-contents.ts';
import { auditCopies } from './audit-copies.ts';
import { auditEffects } from './audit-effects.ts';
import { auditEndRecords } from './audit-end-records.ts';
import { auditJobFiles } from './audit-job-files.ts';
import { auditManifest } from './audit-manifest.ts';
import { auditPlatform } from './audit-platform.ts';
import { auditMoney } from './audit-money.ts';
import { AuditBook, type AuditCounts, type AuditReport } from './audit-report.ts';
import { auditRevisions } from './audit-revisions.ts';
import { auditRecomputed } from './audit-recomputed.ts';
import { auditReused } from './audit-reused.ts';
import { auditRunKeys } from './audit-run-keys.ts';
import { auditRuns } from './audit-runs.ts';
import { auditSummary } from './audit-summary.ts';
import { auditSummaryLimit } from './audit-summary-limit.ts';
import { auditTables } from './audit-tables.ts';
import { auditValues } from './audit-values.ts';
import { readStudyRecords, type StudyToAudit } from './audited-study.ts';

export interface AuditOptions {
  readonly store: Pick<Store, 'readContent' | 'engineRecords' | 'study'>;
  readonly snapshot: StudySnapshot;
  /** The study's platform; undefined to read the store alone. */
  readonly platform: PlatformClient | undefined;
  /** Other studies that may be open and share the cluster of that name; default: none. */
  readonly sharersOf?: (clusterName: string) => Promise<readonly string[]>;
  /** Whether the contents of the platform's copies of collected files are read too; default: its checksums are compared. */
  readonly isDeep?: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (counts: AuditCounts) => void;
}

/**
 * Whether what a study's records, files and tables say agrees with each other and with the platform: each planned run paid for once, each job
 * submitted once, each cluster ended, each value as the collected files give it. Changes nothing.
 * @throws PlatformError when the token is refused; a platform that can't be reached is told in the report
 */
export async function auditStudy(
  audited: StudyToAudit,
  { store, snapshot, platform, sharersOf, isDeep = false, signal, onProgress }: AuditOptions,
): Promise<AuditReport> {
  const book = new AuditBook(onProgress);
  const records = await readStudyRecords(audited, book);
  auditRuns(records, book);
  await auditReused(store, records, book);
  auditEffects(records, book);
  await book.guard(() => auditRunKeys(records, book));
  await book.guard(() => auditBudget(records, book));
  await book.guard(() => auditMoney(records, book));
  const revisions = await book.guard(() => readRevisions(audited.folder));
  auditRevisions(revisions ?? [], book);
  await book.guard(() => auditRecomputed(audited.folder, revisions ?? [], book));
  const changed = (await book.guard(() => auditEndRecords(records, book))) ?? new Set<string>();
  await book.guard(() => auditCanonical(records, changed, book));
  await auditPlannedFrom(store, { snapshot, revisions: revisions ?? [] }, changed, book);
  await book.guard(() => auditJobFiles(store, records, changed, book));
  await book.guard(() => auditValues(records, book, signal));
  await book.guard(() => auditTables(records, book));
  await book.guard(() => auditSummary(records, book));
  await book.guard(() => auditSummaryLimit(records, book));
  await book.guard(() => auditManifest(records, snapshot, revisions ?? [], book));
  await book.guard(() => auditCopies(records, book));
  const wasAsked = platform !== undefined && (await askPlatform(platform));
  if (!wasAsked) await auditClusters({ store, platform: undefined }, records, book, signal);
  return book.close(audited.ended && records.end !== 'closing', wasAsked, isDeep);

  async function askPlatform(asked: PlatformClient): Promise<boolean> {
    try {
      await auditPlatform(asked, records, isDeep, book, signal);
      await auditClusters({ store, platform: asked, sharersOf }, records, book, signal);
      return true;
    } catch (error) {
      if (!(error instanceof PlatformError) || !error.retryable) throw error;
      book.noteUnseen(`the platform could not be asked to the end: ${error.message}`);
      return false;
    }
  }
}
