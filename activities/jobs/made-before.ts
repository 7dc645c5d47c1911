import type { JobSpec } from '../../src/store/index.ts';
import { wasRestored } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readJobStatuses } from './read-job-statuses.ts';

/**
 * The platform's job of this whole name, where the store was restored from a back-up and its original may have made the job since: of several the
 * one that was submitted, as its runs are paid for, else the oldest.
 */
export async function findMadeBefore(
  dependencies: ActivityDependencies,
  { jobTag, jobName }: Pick<JobSpec, 'jobTag' | 'jobName'>,
  run: ActivityRun,
): Promise<string | undefined> {
  const { platform, store } = dependencies;
  if (!(await wasRestored(store))) return undefined;
  const { signal } = run;
  const jobs = await platform.jobs.findByExactName(jobTag, jobName, { signal });
  for (const { id } of jobs) {
    const { statuses } = await readJobStatuses(dependencies, { jobId: id }, run);
    if (statuses.length > 0) return id;
  }
  return jobs[0]?.id;
}
