/** Which job of the platform is which job of a study: `jobs/<k>-platform.json`. */
import { z } from 'zod';
import type { StudyFolder } from './store.ts';

const platformJobSchema = z.object({ jobId: z.string() });

function platformJobName(k: number): string {
  return `jobs/${k}-platform.json`;
}

/** Keeps the platform's id of job `k`. */
export async function keepPlatformJob(
  folder: StudyFolder,
  k: number,
  jobId: string,
): Promise<void> {
  await folder.writeJson(platformJobName(k), { jobId });
}

/** Platform ids of the study's jobs 1..`lastK` that were created, with their numbers, in order. */
export async function readPlatformJobs(
  folder: StudyFolder,
  lastK: number,
): Promise<{ k: number; jobId: string }[]> {
  const jobs: { k: number; jobId: string }[] = [];
  for (let k = 1; k <= lastK; k += 1) {
    const name = platformJobName(k);
    if (await folder.has(name)) {
      jobs.push({ k, ...(await folder.readJson(name, platformJobSchema)) });
    }
  }
  return jobs;
}
