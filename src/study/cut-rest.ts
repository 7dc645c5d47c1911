import { partialJob, type PartialJob } from './partial-job.ts';
import type { Plan } from './plan.ts';
import type { Study } from './study.ts';

/**
 * The plan without some of its runs, which needn't be run: its jobs hold the others, in their order, as many to a job as the study says; a canary is
 * as large as it was to be. No job is left where no run is.
 */
export function cutRest(
  plan: Plan,
  { execution: { runsPerJob, canary } }: Pick<Study, 'execution'>,
  isLeftOut: (run: number) => boolean,
): Plan {
  const rest: number[] = [];
  for (let run = plan.includesNominalRun ? 0 : 1; run <= plan.runCount; run += 1) {
    if (!isLeftOut(run)) rest.push(run);
  }
  if (rest.length === plan.runCount + (plan.includesNominalRun ? 1 : 0)) return plan;
  const jobs: PartialJob[] = [];
  for (let start = 0; start < rest.length;) {
    const size = start === 0 ? Math.min(canary ?? runsPerJob, runsPerJob) : runsPerJob;
    // The nominal run comes on top of the first job's.
    const end = start + size + (rest[start] === 0 ? 1 : 0);
    jobs.push(partialJob(plan, jobs.length + 1, rest.slice(start, end)));
    start = end;
  }
  return { ...plan, jobs };
}
