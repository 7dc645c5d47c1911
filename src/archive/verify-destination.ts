/** Checks a whole destination by itself: no platform, no Temporal, no store. Memory doesn't grow with its files. */
import type { ObjectStore } from '../objects/index.ts';
import { Audit, type VerifyHooks, type VerifyReport } from './audit.ts';
import { auditJob, auditRecords } from './audit-jobs.ts';
import { auditPasses } from './audit-passes.ts';
import { auditTop, foldersBelow, recordsBelow } from './audit-strangers.ts';
import { auditLostStudies, auditStudy } from './audit-studies.ts';
import { destinationLayout } from './destination-layout.ts';

/** Reads and hashes every file of every bag and crate, compares records with bags, and computes the statistics again. */
export async function verifyDestination(
  objects: ObjectStore,
  hooks: VerifyHooks = {},
): Promise<VerifyReport> {
  const audit = new Audit(objects, hooks);
  await auditTop(audit);
  const jobFolders = await foldersBelow(audit, destinationLayout.jobs);
  const studyFolders = await foldersBelow(audit, destinationLayout.studies);
  // Before anything of them is read.
  const records = await recordsBelow(audit, destinationLayout.records);
  const studyRecords = await recordsBelow(audit, destinationLayout.studyRecords);
  audit.expect({ jobsTotal: jobFolders.length, studiesTotal: studyFolders.length });
  for (const folder of jobFolders) await auditJob(audit, folder);
  await auditRecords(audit, records, new Set(jobFolders));
  for (const folder of studyFolders) await auditStudy(audit, folder);
  await auditLostStudies(audit, studyRecords, new Set(studyFolders));
  await auditPasses(audit);
  audit.tellLost();
  return audit.report();
}
