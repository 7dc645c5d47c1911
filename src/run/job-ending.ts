/** How a job ended, as far as the platform tells: evidence for runs that left no marker. */
export interface JobEnding {
  /** `stopped`: somebody ended it on purpose. `deleted`: it is gone. `ended`: anything else, good or bad. */
  readonly kind: 'ended' | 'stopped' | 'deleted';
  /** Of a stopped job: its study stopped it, so that what never began is taken back; without it somebody else did. */
  readonly byStudy?: true;
  /** The history has no word of its execution: none of its runs began. */
  readonly neverExecuted?: true;
  /** A sentence for the reader when the ending is out of the ordinary. */
  readonly note?: string;
}

/** One entry of a job's history. */
export interface JobHistoryEntry {
  readonly status: string;
  readonly statusReason?: string | null | undefined;
}

/** Who had a job stopped: its study, or whoever cancelled the job's workflow in Temporal; undefined where doeflow did not. */
export type StoppedBy = 'study' | 'cancellation' | undefined;

const goodReasons = ['', 'completed successfully', 'a run failed'];
const stoppedWords = /user terminated|stopped by|force.?stop/i;

/**
 * Judges a job's history.
 * @param history undefined when the job is gone
 */
export function judgeEnding(
  history: readonly JobHistoryEntry[] | undefined,
  jobId: string,
  stoppedBy: StoppedBy,
): JobEnding {
  if (history === undefined) {
    return { kind: 'deleted', note: `job ${jobId} was deleted on the platform` };
  }
  const never = history.some(({ status }) => status === 'Executing')
    ? {}
    : { neverExecuted: true as const };
  if (stoppedBy === 'study') return { kind: 'stopped', byStudy: true, ...never };
  if (stoppedBy === 'cancellation') {
    return {
      ...{ kind: 'stopped', ...never },
      note: 'the workflow of its job was cancelled in Temporal',
    };
  }
  const wasStopped = history.some(({ status, statusReason }) =>
    stoppedWords.test(`${status} ${statusReason ?? ''}`),
  );
  if (wasStopped) {
    return {
      ...{ kind: 'stopped', ...never },
      note: `job ${jobId} was stopped on the platform, not by doeflow`,
    };
  }
  const odd = history
    .map(({ statusReason }) => statusReason ?? '')
    .find((reason) => !goodReasons.includes(reason.trim().toLowerCase().replace(/\.$/, '')));
  return odd === undefined
    ? { kind: 'ended' }
    : { kind: 'ended', note: `the platform says: ${odd}` };
}
