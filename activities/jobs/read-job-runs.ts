import type { JobRun } from '../../src/platform-api/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** The platform's own records of a job's runs by number, or undefined where runs aren't served. */
export async function readJobRuns(
  { platform }: ActivityDependencies,
  jobId: string,
  { signal }: ActivityRun,
): Promise<Map<number, JobRun> | undefined> {
  const runs = await platform.jobs.runs(jobId, { signal, pageSize: 1_000 });
  if (runs === undefined) return undefined;
  const byNumber = new Map<number, JobRun>();
  for await (const run of runs) byNumber.set(Number(run.id), run);
  return byNumber;
}
