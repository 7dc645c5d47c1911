import type { PlannedJob } from './plan.ts';

/** What decides how runs are spread over jobs. */
export interface JobCutting {
  /** Without the nominal run. */
  readonly runCount: number;
  readonly cases: number;
  readonly runsPerJob: number;
  /** Runs of the first job, without the nominal one; absent: as many as the others. */
  readonly canary?: number | undefined;
  readonly includesNominalRun: boolean;
  /** False where there are no Case variables or no others, or templates use values that differ from run to run. */
  readonly mayUseCaseFile: boolean;
}

/**
 * Jobs of at most `runsPerJob` runs, cut between rows so that each can be a full product of rows and cases; where even one
 * row has more cases than that, cut anywhere and without case files. A canary may end within a row. The nominal run comes on top of the first
 * job's.
 */
export function cutJobs(cutting: JobCutting): readonly PlannedJob[] {
  const { runCount, cases, runsPerJob, includesNominalRun, mayUseCaseFile } = cutting;
  const whole = Math.floor(runsPerJob / cases) * cases;
  const size = Math.min(whole === 0 ? runsPerJob : whole, runCount);
  const canary = Math.min(cutting.canary ?? size, size);
  const jobs: PlannedJob[] = [];
  for (let start = 0; start < runCount;) {
    const jobNumber = jobs.length + 1;
    const lastRun = Math.min(start + (start === 0 ? canary : size), runCount);
    const hasNominal = includesNominalRun && jobNumber === 1;
    const hasWholeRows = start % cases === 0 && lastRun % cases === 0;
    jobs.push({
      jobNumber,
      firstRun: hasNominal ? 0 : start + 1,
      lastRun,
      usesCaseFile: mayUseCaseFile && hasWholeRows && !hasNominal,
      expectedRuns: lastRun - start + (hasNominal ? 1 : 0),
    });
    start = lastRun;
  }
  return jobs;
}
