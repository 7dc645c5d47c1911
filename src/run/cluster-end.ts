/** When a persistent cluster ended, as far as its own history and its walltime tell. Pure. */

/** One entry of a platform's history. */
export interface DatedStatus {
  readonly status: string;
  readonly statusDate?: string | null | undefined;
  readonly statusReason?: string | null | undefined;
}

/** The end of a cluster. */
export interface ClusterEnd {
  readonly clusterId: string;
  /** Epoch milliseconds; undefined where nobody can tell. */
  readonly endedMs: number | undefined;
  /** A clause for the reader, such as `its walltime of 8 h was over`. */
  readonly why: string;
}

/** Type of the failure of a submit onto a cluster that has ended. */
export const clusterLost = 'CLUSTER_LOST';

/** The statuses after which a cluster takes no more jobs. */
const endedStatuses: ReadonlySet<string> = new Set([
  'Stop Requested',
  'Stopping',
  'Stopped',
  'Error',
]);

/** Two histories of a platform aren't written in one moment, and walltimes are whole hours. */
const toleranceMs = 60_000;

/** True for a status, as the document spells it, after which a cluster takes no more jobs. */
export function isClusterOver(status: string): boolean {
  return endedStatuses.has(status);
}

/** When a cluster was started; undefined where its history has no such date. */
export function startOfCluster(history: readonly DatedStatus[]): number | undefined {
  const started = history
    .filter(({ status }) => status === 'Started')
    .map(({ statusDate }) => Date.parse(statusDate ?? ''))
    .filter(Number.isFinite);
  return started.length === 0 ? undefined : Math.min(...started);
}

/**
 * How a cluster ended; undefined for one that lives.
 * @param history in any order; undefined for a cluster that is gone
 * @param nowMs epoch milliseconds
 */
export function endOfCluster(
  clusterId: string,
  history: readonly DatedStatus[] | undefined,
  walltimeHours: number | undefined,
  nowMs: number,
): ClusterEnd | undefined {
  if (history === undefined) {
    return { clusterId, endedMs: undefined, why: 'it is no longer on the platform' };
  }
  const startedMs = startOfCluster(history);
  const dueMs =
    startedMs === undefined || walltimeHours === undefined
      ? undefined
      : startedMs + walltimeHours * 3_600_000 - toleranceMs;
  const ends = history.filter(({ status }) => endedStatuses.has(status));
  const dates = ends.map(({ statusDate }) => Date.parse(statusDate ?? '')).filter(Number.isFinite);
  const shownMs = dates.length === 0 ? undefined : Math.min(...dates);
  if (dueMs !== undefined && dueMs <= (shownMs ?? nowMs)) {
    return { clusterId, endedMs: dueMs, why: `its walltime of ${walltimeHours} h was over` };
  }
  if (ends.length === 0) return undefined;
  const reason = ends.map(({ statusReason }) => statusReason ?? '').find((text) => text !== '');
  const why =
    reason === undefined
      ? 'it was ended, and the platform does not say by whom'
      : `the platform says: ${reason.replace(/\.$/u, '')}`;
  return { clusterId, endedMs: shownMs, why };
}
