import { z } from 'zod';
import { readPlatformJobs, type StudyFolder } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const checkpointSchema = z.object({
  jobs: z.number().int(),
  nextPlanned: z.number().int().optional(),
});

/** Where a study stood at its last end. */
export interface Checkpoint {
  /** Job numbers in use; 0 before its first end. */
  readonly jobs: number;
  /** First planned job that was never started; absent where an earlier version didn't keep it. */
  readonly nextPlanned?: number | undefined;
}

/** Where the study stood when it last ended. */
export async function readCheckpoint(folder: StudyFolder): Promise<Checkpoint> {
  return (await folder.has('checkpoint.json'))
    ? folder.readJson('checkpoint.json', checkpointSchema)
    : { jobs: 0, nextPlanned: 1 };
}

/** A page of the platform ids of the study's jobs. */
export async function listJobs(
  { store }: ActivityDependencies,
  {
    studyId,
    from,
    count,
  }: { readonly studyId: string; readonly from: number; readonly count: number },
  _run: ActivityRun,
): Promise<{ jobIds: string[] }> {
  const folder = store.study(studyId);
  const jobs = await readPlatformJobs(folder, (await readCheckpoint(folder)).jobs);
  return { jobIds: jobs.slice(from, from + count).map(({ jobId }) => jobId) };
}
