import type { AmendedPlan } from '../../src/run/amend-messages.ts';
import type { JobRange } from '../../src/run/plan-summary.ts';
import { readRunsWithJob, readWithdrawnRuns, type DocumentFolder } from '../../src/store/index.ts';
import type { Plan } from '../../src/study/plan.ts';

/**
 * What a study leaves out, as amendments withdrew it: runs that have begun by then are none of it.
 * @param known of each run that has an outcome
 */
export async function leftOutRuns(
  folder: DocumentFolder,
  plan: Pick<Plan, 'jobs'>,
  known: { has(run: number): boolean },
): Promise<Pick<AmendedPlan, 'withdrawnRuns' | 'emptyJobs'>> {
  const { now, ever } = await readWithdrawnRuns(folder);
  if (ever.size === 0) return {};
  const withJob = await readRunsWithJob(folder, plan);
  const runs = [...now.keys()].filter((run) => !known.has(run) && !withJob.has(run)).length;
  const made = new Set(withJob.values());
  const emptyJobs = rangesOf(
    plan.jobs.flatMap(({ jobNumber, expectedRuns }) =>
      expectedRuns === 0 && !made.has(jobNumber) ? [jobNumber] : [],
    ),
  );
  return {
    ...(runs === 0 ? {} : { withdrawnRuns: runs }),
    ...(emptyJobs.length === 0 ? {} : { emptyJobs }),
  };
}

function rangesOf(jobs: readonly number[]): readonly JobRange[] {
  const ranges: JobRange[] = [];
  for (const job of jobs) {
    const latest = ranges.at(-1);
    if (latest?.last === job - 1) ranges[ranges.length - 1] = { first: latest.first, last: job };
    else ranges.push({ first: job, last: job });
  }
  return ranges;
}
