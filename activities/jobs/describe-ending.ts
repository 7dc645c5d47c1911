import { NotFoundError } from '../../src/platform-api/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** How a job ended, as far as the platform tells: evidence for runs that left no marker. */
export interface JobEnding {
  /** `stopped`: somebody ended it on purpose. `deleted`: it is gone. `ended`: anything else, good or bad. */
  readonly kind: 'ended' | 'stopped' | 'deleted';
  /** A sentence for the reader when the ending is out of the ordinary. */
  readonly note?: string;
}

const goodReasons = ['', 'completed successfully', 'a run failed'];
const stoppedWords = /user terminated|stopped by|force.?stop/i;

/** Reads the job's history. @param stopped the engine itself had it stopped. */
export async function describeEnding(
  { platform }: ActivityDependencies,
  jobId: string,
  stopped: boolean,
  { signal }: ActivityRun,
): Promise<JobEnding> {
  const reasons: string[] = [];
  try {
    for await (const entry of platform.jobs.statuses(jobId, { signal })) {
      reasons.push(entry.statusReason ?? '');
      if (stoppedWords.test(`${entry.status} ${entry.statusReason ?? ''}`)) {
        if (stopped) return { kind: 'stopped' };
        return {
          kind: 'stopped',
          note: `job ${jobId} was stopped on the platform, not by doeflow`,
        };
      }
    }
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { kind: 'deleted', note: `job ${jobId} was deleted on the platform` };
  }
  if (stopped) return { kind: 'stopped' };
  const odd = reasons.find(
    (reason) => !goodReasons.includes(reason.trim().toLowerCase().replace(/\.$/, '')),
  );
  return odd === undefined
    ? { kind: 'ended' }
    : { kind: 'ended', note: `the platform says: ${odd}` };
}
