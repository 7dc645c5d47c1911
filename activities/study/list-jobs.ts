import { z } from 'zod';
import type { StudyFolder } from '../../src/results/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const platformJobSchema = z.object({ jobId: z.string() });
const standSchema = z.object({ jobs: z.number().int() });

/** Platform ids of the study's jobs that were created, with their numbers, in order. */
export async function readPlatformJobs(
  folder: StudyFolder,
  lastK: number,
): Promise<{ k: number; jobId: string }[]> {
  const jobs: { k: number; jobId: string }[] = [];
  for (let k = 1; k <= lastK; k += 1) {
    const name = `jobs/${k}-platform.json`;
    if (await folder.has(name))
      jobs.push({ k, ...(await folder.readJson(name, platformJobSchema)) });
  }
  return jobs;
}

/** How many job numbers the study has used; 0 before its first end. */
export async function readStand(folder: StudyFolder): Promise<number> {
  return (await folder.has('stand.json'))
    ? (await folder.readJson('stand.json', standSchema)).jobs
    : 0;
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
  const jobs = await readPlatformJobs(folder, await readStand(folder));
  return { jobIds: jobs.slice(from, from + count).map(({ jobId }) => jobId) };
}
