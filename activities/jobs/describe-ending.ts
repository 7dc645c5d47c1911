import { collect, hoursHeld } from '../../src/platform-api/index.ts';
import { judgeEnding, type JobEnding, type StoppedBy } from '../../src/run/job-ending.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { unlessJobGone } from '../unless-gone.ts';
import type { ListingRun } from './list-job-files.ts';

/** Reads how a job ended, and how many hours it held its hardware. */
export async function describeEnding(
  dependencies: Pick<ActivityDependencies, 'platform' | 'poll'>,
  jobId: string,
  stoppedBy: StoppedBy,
  run: ListingRun,
): Promise<{ readonly ending: JobEnding; readonly heldHours: number }> {
  const { patience, signal } = run;
  const history = await unlessJobGone(dependencies, jobId, run, () =>
    collect(dependencies.platform.jobs.statuses(jobId, { signal, askPage: patience.call })),
  );
  return {
    ending: judgeEnding(history, jobId, stoppedBy),
    heldHours: history === undefined ? 0 : hoursHeld(history),
  };
}
