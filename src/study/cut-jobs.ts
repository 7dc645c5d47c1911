import type { PlannedJob } from './plan.ts';

/** What decides how runs are spread over jobs. */
export interface JobCutting {
  /** Without the nominal run. */
  readonly runCount: number;
  readonly cases: number;
  readonly runsPerJob: number;
  readonly includesNominalRun: boolean;
  /** False where there are no Case variables, or templates use values that differ from run to run. */
  readonly mayUseCaseFile: boolean;
}

/**
 * Jobs of at most `runsPerJob` runs, cut between rows so that each can be a full product of rows and cases; where even one
 * row has more cases than that, cut anywhere and without case files. The nominal run comes on top of the first job's.
 */
export function cutJobs(cutting: JobCutting): readonly PlannedJob[] {
  const { runCount, cases, runsPerJob, includesNominalRun, mayUseCaseFile } = cutting;
  const whole = Math.floor(runsPerJob / cases) * cases;
  const size = Math.min(whole === 0 ? runsPerJob : whole, runCount);
  const jobs: PlannedJob[] = [];
  for (let start = 0; start < runCount; start += size) {
    const jobNumber = jobs.length + 1;
    const lastRun = Math.min(start + size, runCount);
    const hasNominal = includesNominalRun && jobNumber === 1;
    jobs.push({
      jobNumber,
      firstRun: hasNominal ? 0 : start + 1,
      lastRun,
      usesCaseFile: mayUseCaseFile && whole > 0 && !hasNominal,
      expectedRuns: lastRun - start + (hasNominal ? 1 : 0),
    });
  }
  return jobs;
}
