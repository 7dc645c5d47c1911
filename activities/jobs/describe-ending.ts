import { collect, hoursHeld, NotFoundError } from '../../src/platform-api/index.ts';
import { judgeEnding, type JobEnding } from '../../src/run/job-ending.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Reads how a job ended, and how many hours it held its hardware. @param stopped the engine itself had it stopped. */
export async function describeEnding(
  { platform }: ActivityDependencies,
  jobId: string,
  stopped: boolean,
  { signal }: ActivityRun,
): Promise<{ readonly ending: JobEnding; readonly heldHours: number }> {
  try {
    const history = await collect(platform.jobs.statuses(jobId, { signal }));
    return { ending: judgeEnding(history, jobId, stopped), heldHours: hoursHeld(history) };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { ending: judgeEnding(undefined, jobId, stopped), heldHours: 0 };
  }
}
