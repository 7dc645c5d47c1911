import { collect, NotFoundError, type StatusEntry } from '../../src/platform-api/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { hoursHeld } from './job-hours.ts';

/** How a job ended, as far as the platform tells: evidence for runs that left no marker. */
export interface JobEnding {
  /** `stopped`: somebody ended it on purpose. `deleted`: it is gone. `ended`: anything else, good or bad. */
  readonly kind: 'ended' | 'stopped' | 'deleted';
  /** A sentence for the reader when the ending is out of the ordinary. */
  readonly note?: string;
  /** How long the job held its hardware, h. */
  readonly heldHours: number;
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
  let history: readonly StatusEntry[];
  try {
    history = await collect(platform.jobs.statuses(jobId, { signal }));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { kind: 'deleted', note: `job ${jobId} was deleted on the platform`, heldHours: 0 };
  }
  return { ...judgeHistory(history, jobId, stopped), heldHours: hoursHeld(history) };
}

function judgeHistory(
  history: readonly StatusEntry[],
  jobId: string,
  stopped: boolean,
): Omit<JobEnding, 'heldHours'> {
  if (stopped) return { kind: 'stopped' };
  const wasStopped = history.some(({ status, statusReason }) =>
    stoppedWords.test(`${status} ${statusReason ?? ''}`),
  );
  if (wasStopped) {
    return { kind: 'stopped', note: `job ${jobId} was stopped on the platform, not by doeflow` };
  }
  const odd = history
    .map(({ statusReason }) => statusReason ?? '')
    .find((reason) => !goodReasons.includes(reason.trim().toLowerCase().replace(/\.$/, '')));
  return odd === undefined
    ? { kind: 'ended' }
    : { kind: 'ended', note: `the platform says: ${odd}` };
}
