/** Which job of the platform is which job of a study: `jobs/<jobNumber>-platform.json`. */
import { z } from 'zod';
import type { StudyFolder } from './store.ts';

const platformJobSchema = z.object({ jobId: z.string() });

function platformJobName(jobNumber: number): string {
  return `jobs/${jobNumber}-platform.json`;
}

/** Keeps the platform's id of job `jobNumber`. */
export async function keepPlatformJob(
  folder: StudyFolder,
  jobNumber: number,
  jobId: string,
): Promise<void> {
  await folder.writeJson(platformJobName(jobNumber), { jobId });
}

/** Platform ids of the study's jobs 1..`lastJobNumber` that were created, with their numbers, in order. */
export async function readPlatformJobs(
  folder: StudyFolder,
  lastJobNumber: number,
): Promise<{ jobNumber: number; jobId: string }[]> {
  const jobs: { jobNumber: number; jobId: string }[] = [];
  for (let jobNumber = 1; jobNumber <= lastJobNumber; jobNumber += 1) {
    const name = platformJobName(jobNumber);
    if (await folder.has(name)) {
      jobs.push({ jobNumber, ...(await folder.readJson(name, platformJobSchema)) });
    }
  }
  return jobs;
}
