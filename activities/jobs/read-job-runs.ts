import { PlatformError, type JobRun } from '../../src/platform-api/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { ListingRun } from './list-job-files.ts';

/** The platform's own records of a job's runs by number, or undefined where runs aren't served. */
export async function readJobRuns(
  { platform }: ActivityDependencies,
  jobId: string,
  { patience, signal }: Omit<ListingRun, 'show'>,
): Promise<Map<number, JobRun> | undefined> {
  const options = { signal, pageSize: 1_000, askPage: patience.throttled };
  const runs = await platform.jobs.runs(jobId, options);
  if (runs === undefined) return undefined;
  const byNumber = new Map<number, JobRun>();
  try {
    for await (const run of runs) byNumber.set(Number(run.id), run);
  } catch (error) {
    // A later page that stays broken: asked again, the platform's client tells whether one goes without the endpoint.
    if (!(error instanceof PlatformError)) throw error;
    if ((await platform.jobs.runs(jobId, options)) === undefined) return undefined;
    throw error;
  }
  return byNumber;
}
