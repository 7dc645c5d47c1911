import { partialJob, runsOfJob, type PartialJob } from '../partial-job.ts';
import type { Plan, PlannedJob } from '../plan.ts';

/** The jobs of a plan without some of its runs; each keeps its number, and one that has no run left is empty. */
export function jobsWithoutRuns(
  plan: Plan,
  isLeftOut: { has(run: number): boolean },
): readonly (PlannedJob | PartialJob)[] {
  return plan.jobs.map((job) => {
    const runs = runsOfJob(job);
    const left = runs.filter((run) => !isLeftOut.has(run));
    if (left.length === runs.length) return job;
    return left.length === 0
      ? { ...job, runs: [], usesCaseFile: false, expectedRuns: 0 }
      : partialJob(plan, job.jobNumber, left);
  });
}
