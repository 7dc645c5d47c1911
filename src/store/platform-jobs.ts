/** Which job of the platform is which job of a study, and how long it was paid for. */
import { layout } from './layout.ts';
import type { StudyFolder } from './study-folder.ts';

/** Keeps the platform's id of job `jobNumber`. */
export async function keepPlatformJob(
  folder: StudyFolder,
  jobNumber: number,
  jobId: string,
): Promise<void> {
  await folder.write(layout.platformJob(jobNumber), { jobId });
}

/** Platform ids of the study's jobs 1..`lastJobNumber` that were created, with their numbers, in order. */
export async function readPlatformJobs(
  folder: StudyFolder,
  lastJobNumber: number,
): Promise<{ jobNumber: number; jobId: string }[]> {
  const jobs: { jobNumber: number; jobId: string }[] = [];
  for (let jobNumber = 1; jobNumber <= lastJobNumber; jobNumber += 1) {
    const job = await folder.find(layout.platformJob(jobNumber));
    if (job !== undefined) jobs.push({ jobNumber, ...job });
  }
  return jobs;
}

/** Keeps how many hours job `jobNumber` held its hardware. */
export async function keepJobHours(
  folder: StudyFolder,
  jobNumber: number,
  heldHours: number,
): Promise<void> {
  await folder.write(layout.billedHours(jobNumber), { heldHours });
}

/** Job `jobNumber`'s hours; 0 for one that never ran. */
export async function readJobHours(folder: StudyFolder, jobNumber: number): Promise<number> {
  return (await folder.find(layout.billedHours(jobNumber)))?.heldHours ?? 0;
}
