import type { Plan, PlannedJob } from './plan.ts';
import { positionOfRun } from './run-order.ts';

/** A job of chosen runs, such as a retry: no full product of rows and cases, so it never has a case file. */
export interface PartialJob extends PlannedJob {
  /** In the order of the platform's own run numbers 1... */
  readonly runs: readonly number[];
}

/** @throws RangeError for a run the plan doesn't have, or for no runs */
export function partialJob(plan: Plan, jobNumber: number, runs: readonly number[]): PartialJob {
  for (const run of runs) positionOfRun(plan, run);
  if (runs.length === 0) throw new RangeError('A job needs at least one run');
  return {
    jobNumber,
    runs,
    firstRun: runs.reduce((least, run) => Math.min(least, run)),
    lastRun: runs.reduce((most, run) => Math.max(most, run)),
    usesCaseFile: false,
    expectedRuns: runs.length,
  };
}

/** The runs of a planned job, in the order of the platform's own run numbers. */
export function runsOfJob(job: PlannedJob | PartialJob): readonly number[] {
  if ('runs' in job) return job.runs;
  return Array.from({ length: job.expectedRuns }, (_, index) => job.firstRun + index);
}
