import { archiveLayout, type ArchiveRecord, type DueJob } from '../../src/archive/index.ts';
import type { DeletionPlan, PassTarget } from '../../src/run/archive-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readFileList } from './archive-job.ts';
import { JobFault } from './job-fault.ts';
import { batchesOf, openArchive, type OpenArchive } from './open-archive.ts';
import { requireNotHeld } from './why-held.ts';

/** Which of the archive's proven jobs are past their keep time, by the pass's own time and by the clock; kept, once for each pass. */
export async function planDeletions(
  dependencies: ActivityDependencies,
  { archive: name, passTime }: PassTarget,
  { signal, show }: ActivityRun,
): Promise<DeletionPlan> {
  const archive = await openArchive(dependencies, name);
  await requireNotHeld(archive.folder, { archive: name, passTime });
  const object = archiveLayout.due(passTime);
  const before = await archive.folder.find(object);
  if (before !== undefined) return summarise(before);
  const due: DueJob[] = [];
  let seen = 0;
  if (archive.order.deleteJobs) {
    for await (const record of archive.destination.listRecords()) {
      signal.throwIfAborted();
      seen += 1;
      show({ records: seen, due: due.length });
      if (!isDue(archive, record, passTime)) continue;
      const { jobId, version, provenAt } = record;
      const bytes = record.platformBytes ?? (await platformBytesOf(archive, record));
      due.push({ jobId, name: record.name, version, bytes, provenAt });
    }
  }
  due.sort((a, b) => (a.jobId < b.jobId ? -1 : 1));
  await archive.folder.create(object, due);
  return summarise(await archive.folder.read(object));
}

/** True for a proven job of this archive that was kept its time on the platform, and is there as far as is known. */
export function isDue(
  { order: { name, keepMs, deleteJobs }, now }: Pick<OpenArchive, 'order' | 'now'>,
  record: ArchiveRecord,
  passTime: string,
): record is ArchiveRecord & { readonly provenAt: string } {
  if (!deleteJobs || record.archive !== name) return false;
  if (record.deletedAt !== undefined || record.goneAt !== undefined) return false;
  if (record.provenAt === undefined || record.provenOn === undefined) return false;
  return (
    Date.parse(record.provenAt) + keepMs <= Date.parse(passTime) &&
    Date.parse(record.provenOn) + keepMs <= now().getTime()
  );
}

/** Of records that don't say it; where the copy is damaged, what it holds. */
async function platformBytesOf(
  { destination }: OpenArchive,
  { jobId, version, bytes }: ArchiveRecord,
): Promise<number> {
  try {
    return (await readFileList(destination.bag(jobId, version))).bytes;
  } catch (error) {
    if (error instanceof JobFault || !(await destination.bag(jobId, version).isWhole()))
      return bytes;
    throw error;
  }
}

function summarise(due: readonly DueJob[]): DeletionPlan {
  return {
    jobs: due.length,
    bytes: due.reduce((sum, { bytes }) => sum + bytes, 0),
    batches: batchesOf(due.length),
  };
}
