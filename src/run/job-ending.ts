import type { ClusterEnd, DatedStatus } from './cluster-end.ts';

/** How a job ended, as far as the platform tells: evidence for runs that left no marker. */
export interface JobEnding {
  /** `stopped`: somebody ended it on purpose. `deleted`: it is gone. `ended`: anything else, good or bad. */
  readonly kind: 'ended' | 'stopped' | 'deleted';
  /** Of a stopped job: its study stopped it, the reaper in its place, or who cancelled its workflow, so that what never began is taken back; without it somebody did on the platform. */
  readonly byStudy?: true;
  /** The history has no word of its execution: none of its runs began. */
  readonly neverExecuted?: true;
  /** When its history tells first of the stop, epoch milliseconds: what had ended by then was not stopped. */
  readonly stoppedAtMs?: number;
  /** A sentence for the reader when the ending is out of the ordinary. */
  readonly note?: string;
  /** The platform's id of the cluster that it was lost with. */
  readonly lostCluster?: string;
}

/** Who had a job stopped: its study, whoever cancelled the job's workflow in Temporal, or the reaper with its reason; undefined where doeflow did not. */
export type StoppedBy = 'study' | 'cancellation' | { readonly reaper: string } | undefined;

const goodReasons = ['', 'completed successfully', 'a run failed'];
const stoppedWords = /user terminated|stopped by|force.?stop/i;

/**
 * Judges a job's history.
 * @param history undefined when the job is gone
 * @param cluster how the cluster that it ran on ended; absent for one that lives, and for a job with hardware of its own
 */
export function judgeEnding(
  history: readonly DatedStatus[] | undefined,
  jobId: string,
  stoppedBy: StoppedBy,
  cluster?: ClusterEnd,
): JobEnding {
  if (history === undefined) {
    return { kind: 'deleted', note: `job ${jobId} was deleted on the platform` };
  }
  const never = history.some(({ status }) => status === 'Executing')
    ? {}
    : { neverExecuted: true as const };
  const stops = history.filter(tellsOfStop);
  const stoppedAt = firstDate(stops);
  const stopped: JobEnding = {
    kind: 'stopped',
    ...never,
    ...(stoppedAt === undefined ? {} : { stoppedAtMs: stoppedAt }),
  };
  if (stoppedBy === 'study') return { ...stopped, byStudy: true };
  if (stoppedBy === 'cancellation') {
    return {
      ...stopped,
      byStudy: true,
      note: 'the workflow of its job was cancelled in Temporal',
    };
  }
  if (stoppedBy !== undefined) {
    return {
      ...stopped,
      byStudy: true,
      note: `doeflow’s reaper stopped job ${jobId}, as nobody answered for it: ${stoppedBy.reaper}`,
    };
  }
  const odd = oddReasonOf(history);
  const isLost = cluster !== undefined && endedWith(cluster, stops);
  if (isLost && (stops.length > 0 || odd !== undefined)) {
    const { clusterId: lostCluster, why } = cluster;
    const note = `cluster ${lostCluster}, which it ran on, was lost: ${why}`;
    return { kind: 'ended', note, lostCluster };
  }
  if (stops.length > 0) {
    return {
      ...stopped,
      note: `job ${jobId} was stopped on the platform, not by doeflow`,
    };
  }
  return odd === undefined
    ? { kind: 'ended' }
    : { kind: 'ended', note: `the platform says: ${odd}` };
}

/** True where a job's history tells of an end that its cluster may be the cause of. */
export function mayBeLostWithCluster(history: readonly DatedStatus[]): boolean {
  return history.some(tellsOfStop) || oddReasonOf(history) !== undefined;
}

function oddReasonOf(history: readonly DatedStatus[]): string | undefined {
  return history
    .map(({ statusReason }) => statusReason ?? '')
    .find((reason) => !goodReasons.includes(reason.trim().toLowerCase().replace(/\.$/, '')));
}

function tellsOfStop({ status, statusReason }: DatedStatus): boolean {
  return stoppedWords.test(`${status} ${statusReason ?? ''}`);
}

/** A platform says of the jobs of a cluster that ends what it says of one that a person stopped: which of the two came first decides. */
function endedWith({ endedMs }: ClusterEnd, stops: readonly DatedStatus[]): boolean {
  const first = firstDate(stops);
  return endedMs === undefined || first === undefined || endedMs <= first;
}

function firstDate(statuses: readonly DatedStatus[]): number | undefined {
  const dates = statuses
    .map(({ statusDate }) => Date.parse(statusDate ?? ''))
    .filter(Number.isFinite);
  return dates.length === 0 ? undefined : Math.min(...dates);
}
