import { readCheckpoint, readPlatformJobs } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

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
