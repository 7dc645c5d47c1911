/** The store: what the engine keeps of studies. Knows nothing of the platform or Temporal. */
export * from './anew-pages.ts';
export * from './asked-times.ts';
export { besidesLoose } from './attempts-with-files.ts';
export * from './awaited-runs.ts';
export * from './borrowed-clusters.ts';
export * from './checkpoint.ts';
export * from './cluster-hardware.ts';
export * from './claimed-runs.ts';
export * from './collected-files.ts';
export { hashFile, hashStream } from './contents.ts';
export * from './commitments.ts';
export * from './cost-limits.ts';
export * from './hardware-book.ts';
export * from './slots-of-jobs.ts';
export * from './jobs-by-themselves.ts';
export * from './ended-at.ts';
export * from './end-records.ts';
export * from './find-open-study.ts';
export * from './findings.ts';
export * from './finding-tables.ts';
export * from './forget-uploads.ts';
export * from './job-names.ts';
export * from './jobs-begun.ts';
export * from './job-spec.ts';
export {
  keepReaping,
  lastReapingAt,
  readLeftOn,
  readUnseen,
  type Reaping,
  type ReaperFinding,
  type UnseenThing,
} from './last-reaping.ts';
export * from './layout.ts';
export * from './judged-runs.ts';
export * from './ledger.ts';
export * from './made-clusters.ts';
export * from './measure.ts';
export * from './named-contents.ts';
export { olderStore } from './older-store.ts';
export * from './outcomes.ts';
export type { AttemptFiles, FileContents, PackedFile } from './pack.ts';
export * from './pause-order.ts';
export * from './platform-jobs.ts';
export * from './pruned-study.ts';
export { readRunHours } from './hours-of-jobs.ts';
export * from './publish-results.ts';
export { publishRuns, type Publishing } from './publish-runs.ts';
export * from './read-packs.ts';
export * from './recomputed.ts';
export * from './revisions.ts';
export * from './reused-runs.ts';
export * from './run-keys.ts';
export * from './safe-join.ts';
export type { JobCut, JobSpec } from './schemas/job-spec.ts';
export type { VerifiedFindings } from './schemas/job-records.ts';
export type { JudgedRun } from './schemas/outcome.ts';
export type {
  AwaitedRun,
  ClaimedRun,
  PassedOver,
  RefusedRun,
  ReusedRun,
  Sharing,
  TakenRun,
} from './schemas/run-keys.ts';
export type { LedgerEntry } from './schemas/ledger-entry.ts';
export {
  snapshotSchema,
  studyPlatformSchema,
  type FileChange,
  type KeptFiles,
  type StudyPlatform,
  type Amendment,
  type StudyRevision,
  type StudySnapshot,
} from './schemas/snapshot.ts';
export {
  findingValueSchema,
  type ComputedFindings,
  type CostLimitSet,
  type FindingValue,
} from './schemas/study-records.ts';
export * from './restored-store.ts';
export * from './snapshot-study.ts';
export * from './stopped-jobs.ts';
export * from './unless-damaged.ts';
export * from './store.ts';
export * from './tickets.ts';
export { sweepContents, type Sweep } from './sweep-contents.ts';
export type { PrunedStudy } from './schemas/pruned.ts';
export type { StudyTicket, TicketTaker } from './schemas/ticket.ts';
export type { DocumentFolder, StoredDocument, StoredObject } from '../objects/index.ts';
export * from './study-end.ts';
export * from './study-name-of-id.ts';
export * from './study-platform.ts';
export * from './unbegun-runs.ts';
export * from './withdrawn-runs.ts';
export * from './runs-with-job.ts';
export * from './upload-key.ts';
