/** How long the runs of each job ran, without the reading of every run: a list of studies tells by that what each has cost. */
import { hoursOfRuns } from '../run/run-hours.ts';
import type { DocumentFolder } from '../objects/index.ts';
import { layout } from './layout.ts';
import { collectedJobs, jobsWithOutcomes, readOutcomesOfJob } from './outcomes.ts';

/** Jobs that are read at the same time. */
const jobsAtOnce = 8;

/**
 * Job number -> hours of its runs, of all jobs of which outcomes are kept: of a collected job as its collecting has kept it, of one that executes, or that
 * an earlier version collected, from its outcomes.
 */
export async function readRunHours(folder: DocumentFolder): Promise<ReadonlyMap<number, number>> {
  const jobNumbers = await jobsWithOutcomes(folder);
  const collected = await collectedJobs(folder);
  const hours = new Map<number, number>();
  for (let start = 0; start < jobNumbers.length; start += jobsAtOnce) {
    await Promise.all(
      jobNumbers.slice(start, start + jobsAtOnce).map(async (jobNumber) => {
        const isWhole = collected.has(jobNumber);
        const kept = isWhole ? await folder.find(layout.billedHours(jobNumber)) : undefined;
        const told =
          kept?.runHours ?? hoursOfRuns((await readOutcomesOfJob(folder, jobNumber)) ?? []);
        hours.set(jobNumber, told);
      }),
    );
  }
  return hours;
}
