import { startOfCluster, type DatedStatus } from './cluster-end.ts';

/** The statuses that end what a cluster costs. */
const lastStatuses: ReadonlySet<string> = new Set(['Stopped', 'Error']);

/**
 * How long a cluster cost, by the platform's own times: 0 for one that ended before it had started, undefined for one that has not ended.
 * @param history in any order, its statuses spelled as in the document
 * @param hourMs how long an hour of the platform's hardware takes
 */
export function hoursOfCluster(
  history: readonly DatedStatus[],
  hourMs = 3_600_000,
): number | undefined {
  const ends = history
    .filter(({ status }) => lastStatuses.has(status))
    .map(({ statusDate }) => Date.parse(statusDate ?? ''))
    .filter(Number.isFinite);
  if (ends.length === 0) return undefined;
  const startedMs = startOfCluster(history);
  return startedMs === undefined ? 0 : Math.max(0, Math.max(...ends) - startedMs) / hourMs;
}
