/** A 404 about a job that was there: believed only when looks that lie apart agree, as a gateway or a restarting platform gives one too. */
import { setTimeout as delay } from 'node:timers/promises';
import { NotFoundError, UnexpectedShapeError } from '../../src/platform-api/index.ts';
import { troubleOf, type Trouble } from '../../src/run/trouble.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Waits before the second, third … look, as shares of the longest wait between two polls: about a minute with the default of 30 s. */
const lookShares: readonly number[] = [0.05, 0.1, 0.25, 0.5, 1];

/**
 * What `ask` gives; undefined for a job that someone deleted, which is an outcome and no failure of ours.
 * @throws UnexpectedShapeError, which heals, where the platform has the job and says 404 of what belongs to it
 */
export async function unlessGone<T>(
  { platform, poll }: Pick<ActivityDependencies, 'platform' | 'poll'>,
  jobId: string,
  { signal, show }: Pick<ActivityRun, 'signal' | 'show'>,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  let trouble: Trouble | undefined;
  for (let look = 0; ; look += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      const share = lookShares[look];
      if (share === undefined) {
        if (!(await isThere(platform, jobId, signal))) return undefined;
        throw new UnexpectedShapeError(
          `the platform has job ${jobId}, but says that this is not there`,
          '',
          true,
          error,
        );
      }
      const { message } = error;
      trouble = troubleOf(
        { code: 'JOB_NOT_FOUND', message },
        trouble?.since ?? new Date().toISOString(),
        trouble,
      );
      show({ job: jobId, trouble });
      await delay(share * poll.maxMs, undefined, { signal });
    }
  }
}

async function isThere(
  platform: ActivityDependencies['platform'],
  jobId: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await platform.jobs.get(jobId, { signal });
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}
