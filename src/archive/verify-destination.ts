/** Checks a whole destination by itself: no platform, no Temporal, no store. Memory doesn't grow with its files. */
import { openDocumentFolder, type ObjectStore } from '../objects/index.ts';
import { Audit, type VerifyHooks, type VerifyReport } from './audit.ts';
import { auditJob, auditRecords } from './audit-jobs.ts';
import { auditPasses } from './audit-passes.ts';
import { auditLostStudies, auditStudy } from './audit-studies.ts';
import { destinationLayout } from './destination-layout.ts';

const { jobs, studies, passes, records, studyRecords, passRecords } = destinationLayout;

/** All that an archive has at its top. */
const ownFolders: ReadonlySet<string> = new Set([
  ...[jobs, studies, passes, records, studyRecords, passRecords],
]);

/** Reads and hashes every file of every bag and crate, compares records with bags, and computes the statistics again. */
export async function verifyDestination(
  objects: ObjectStore,
  hooks: VerifyHooks = {},
): Promise<VerifyReport> {
  const audit = new Audit(objects, hooks);
  await auditTop(audit);
  const { folders: jobFolders } = await audit.list(jobs);
  const { folders: studyFolders } = await audit.list(studies);
  // Before anything of them is read.
  await audit.list(records);
  await audit.list(studyRecords);
  audit.expect({ jobsTotal: jobFolders.length, studiesTotal: studyFolders.length });
  for (const folder of jobFolders) await auditJob(audit, folder);
  await auditRecords(audit, new Set(jobFolders));
  for (const folder of studyFolders) await auditStudy(audit, folder);
  await auditLostStudies(audit, new Set(studyFolders));
  await auditPasses(audit);
  return audit.report();
}

async function auditTop(audit: Audit): Promise<void> {
  const { mark, readme } = destinationLayout;
  const { objects: present, folders } = await audit.list('');
  if (!present.includes(mark.name)) {
    const expected = 'the file that says whose archive this is';
    audit.tell({ kind: 'missing', path: mark.name, expected });
  } else await auditMark(audit);
  if (!present.includes(readme.name)) audit.note(`${readme.name} is missing`);
  for (const name of present) {
    if (name !== mark.name && name !== readme.name) {
      audit.note(`${name} is no part of the archive`);
    }
  }
  for (const name of folders) {
    if (!ownFolders.has(`${name}/`)) audit.note(`${name}/ is no part of the archive`);
  }
}

async function auditMark(audit: Audit): Promise<void> {
  const { mark } = destinationLayout;
  try {
    await openDocumentFolder(audit.objects, '').find(mark);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    audit.tell({ kind: 'unreadable', path: mark.name, found });
  }
}
