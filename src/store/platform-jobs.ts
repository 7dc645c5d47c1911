/** Which job of the platform is which job of a study, and how long it was paid for. */
import { specRuns } from './job-spec.ts';
import { layout, numberOfPlatformJob } from './layout.ts';
import type { DocumentFolder } from '../objects/index.ts';

/**
 * Keeps the platform's id of job `jobNumber`, once for all; the one that is kept is the only one that is ever submitted.
 * @param isNew true for a job that was made just now; one that was found may have been submitted, by whoever lost its record
 * @returns it
 */
export async function keepPlatformJob(
  folder: DocumentFolder,
  jobNumber: number,
  jobId: string,
  isNew = false,
): Promise<string> {
  const object = layout.platformJob(jobNumber);
  if (await folder.create(object, { jobId, ...(isNew && { triesAreKept: true }) })) return jobId;
  return (await folder.read(object)).jobId;
}

/** Platform ids of the study's jobs 1..`lastJobNumber` that were created, with their numbers, in order. */
export async function readPlatformJobs(
  folder: DocumentFolder,
  lastJobNumber: number,
): Promise<{ jobNumber: number; jobId: string }[]> {
  const jobs: { jobNumber: number; jobId: string }[] = [];
  for (let jobNumber = 1; jobNumber <= lastJobNumber; jobNumber += 1) {
    const job = await folder.find(layout.platformJob(jobNumber));
    if (job !== undefined) jobs.push({ jobNumber, jobId: job.jobId });
  }
  return jobs;
}

/** Jobs that were created on the platform and aren't collected: they may still run. */
export async function readJobsLeft(
  folder: DocumentFolder,
): Promise<readonly { readonly jobNumber: number; readonly jobId: string }[]> {
  const { objects } = await folder.list(layout.allJobs);
  const numbers = objects.map(numberOfPlatformJob).filter((number) => number !== undefined);
  const left: { jobNumber: number; jobId: string }[] = [];
  for (const jobNumber of numbers.sort((a, b) => a - b)) {
    const job = await folder.find(layout.platformJob(jobNumber));
    if (job !== undefined && !(await folder.has(layout.outcomes(jobNumber)))) {
      left.push({ jobNumber, jobId: job.jobId });
    }
  }
  return left;
}

/** Runs of the jobs that were submitted after `since` and aren't collected: what they give needn't be paid for again. */
export async function readRunsUnderWay(
  folder: DocumentFolder,
  since = new Date(0),
): Promise<ReadonlySet<number>> {
  const runs = new Set<number>();
  for (const { jobNumber } of await readJobsLeft(folder)) {
    const submitted = await folder.find(layout.submitTried(jobNumber));
    const spec = await folder.find(layout.jobSpec(jobNumber));
    if (submitted === undefined || spec === undefined) continue;
    if (Date.parse(submitted.at) < since.getTime()) continue;
    for (const { run } of specRuns(spec)) runs.add(run);
  }
  return runs;
}

/**
 * Keeps how many hours job `jobNumber` held its hardware.
 * @param runHours of all its runs, once it is being collected
 */
export async function keepJobHours(
  folder: DocumentFolder,
  jobNumber: number,
  heldHours: number,
  runHours?: number,
): Promise<void> {
  await folder.write(layout.billedHours(jobNumber), {
    heldHours,
    ...(runHours !== undefined && { runHours }),
  });
}

/** Keeps how long all runs of job `jobNumber` ran, where its hours are kept: a collecting that was cut off may have left others. */
export async function keepRunHours(
  folder: DocumentFolder,
  jobNumber: number,
  runHours: number,
): Promise<void> {
  const place = layout.billedHours(jobNumber);
  const kept = await folder.find(place);
  if (kept !== undefined) await folder.write(place, { ...kept, runHours });
}

/** Keeps that job `jobNumber` was gone from the platform when it was collected: its hours stay those of the last look. */
export async function keepJobGone(
  folder: DocumentFolder,
  jobNumber: number,
  runHours: number,
): Promise<void> {
  const place = layout.billedHours(jobNumber);
  const kept = await folder.find(place);
  if (kept !== undefined) await folder.write(place, { ...kept, runHours, wasGone: true });
}

/** Job `jobNumber`'s hours; 0 for one that never ran. */
export async function readJobHours(folder: DocumentFolder, jobNumber: number): Promise<number> {
  return (await folder.find(layout.billedHours(jobNumber)))?.heldHours ?? 0;
}
