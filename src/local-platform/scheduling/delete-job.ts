import type { PlatformContext } from '../context.ts';
import { type FileRow, findFile, markFileDeleted } from '../database/file-store.ts';
import { changeJob, type JobRow } from '../database/job-store.ts';
import { appendToLedger } from '../database/ledger.ts';
import { badRequest } from '../http/problem.ts';
import { fileIdsOf } from '../job-files.ts';
import { jobFolder } from '../job-folder.ts';
import { removeContent, removeJobFolder } from './remove-of-runs.ts';

/**
 * Deletes jobs, all or none: their records are marked, their outputs removed from the disk, their input files only when asked for.
 *
 * @throws Problem 400 while one of them is executing or its cluster isn't stopped.
 */
export async function deleteJob(
  context: PlatformContext,
  jobs: readonly JobRow[],
  withInputs: boolean,
): Promise<void> {
  const busy = jobs.find(({ status, clusterStatus, clusterId }) => {
    if (status === null) return false;
    return status !== 'Completed' || (clusterId === null && clusterStatus !== 'Stopped');
  });
  if (busy !== undefined) {
    throw badRequest({
      detail: `Job ${busy.id} cannot be deleted while it is running. Stop the job first.`,
    });
  }
  const { database } = context;
  const inputs = await database.write(() =>
    jobs.flatMap((job) => {
      changeJob(database, job.id, { is_deleted: 1 });
      database.run('UPDATE files SET is_deleted = 1 WHERE job_id = ?', job.id);
      appendToLedger(database, context.now(), 'job deleted', job.id, { withInputs });
      return withInputs ? deleteInputs(context, job) : [];
    }),
  );
  for (const file of inputs) await removeContent(context, file);
  for (const job of jobs) {
    await removeJobFolder(context, jobFolder(context.dataFolder, job.id));
  }
}

/** Marks a job's input files deleted and gives them back. */
function deleteInputs(context: PlatformContext, job: JobRow): readonly FileRow[] {
  const files: FileRow[] = [];
  for (const id of fileIdsOf(job.record)) {
    const file = findFile(context.database, id);
    if (file === undefined) continue;
    markFileDeleted(context.database, file);
    appendToLedger(context.database, context.now(), 'file deleted', file.id, { jobId: job.id });
    files.push(file);
  }
  return files;
}
