import { collect, hoursHeld, NotFoundError } from '../../src/platform-api/index.ts';
import { judgeEnding, type JobEnding } from '../../src/run/job-ending.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { ListingRun } from './list-job-files.ts';

/** Reads how a job ended, and how many hours it held its hardware. @param stopped the engine itself had it stopped. */
export async function describeEnding(
  { platform }: ActivityDependencies,
  jobId: string,
  stopped: boolean,
  { patience, signal }: Omit<ListingRun, 'show'>,
): Promise<{ readonly ending: JobEnding; readonly heldHours: number }> {
  try {
    const history = await collect(
      platform.jobs.statuses(jobId, { signal, askPage: patience.call }),
    );
    return { ending: judgeEnding(history, jobId, stopped), heldHours: hoursHeld(history) };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { ending: judgeEnding(undefined, jobId, stopped), heldHours: 0 };
  }
}
