/** What an archive holds: bags of jobs, crates of studies, proofs. Knows no platform client and no Temporal. */
export { describeFault, type ArchiveFault } from './archive-fault.ts';
export * from './archive-layout.ts';
export * from './bag.ts';
export * from './destination.ts';
export * from './destination-layout.ts';
export * from './fingerprint.ts';
export * from './open-archived-studies.ts';
export { platformTimeMs } from './platform-time.ts';
export * from './restore-study.ts';
export { safeId, safePaths } from './safe-names.ts';
export * from './study-crate.ts';
export type { VerifyCounts, VerifyHooks, VerifyProgress, VerifyReport } from './audit.ts';
export * from './verify-destination.ts';
export * from './select-rule.ts';
export * from './pass-report.ts';
export * from './tell-jobs.ts';
export { reportPage } from './report-page.ts';
