/** How a job ended, as far as the platform tells: evidence for runs that left no marker. */
export interface JobEnding {
  /** `stopped`: somebody ended it on purpose. `deleted`: it is gone. `ended`: anything else, good or bad. */
  readonly kind: 'ended' | 'stopped' | 'deleted';
  /** A sentence for the reader when the ending is out of the ordinary. */
  readonly note?: string;
}

/** One entry of a job's history. */
export interface JobHistoryEntry {
  readonly status: string;
  readonly statusReason?: string | null | undefined;
}

const goodReasons = ['', 'completed successfully', 'a run failed'];
const stoppedWords = /user terminated|stopped by|force.?stop/i;

/**
 * Judges a job's history.
 * @param history undefined when the job is gone
 * @param stopped the engine itself had it stopped
 */
export function judgeEnding(
  history: readonly JobHistoryEntry[] | undefined,
  jobId: string,
  stopped: boolean,
): JobEnding {
  if (history === undefined) {
    return { kind: 'deleted', note: `job ${jobId} was deleted on the platform` };
  }
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
