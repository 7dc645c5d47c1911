/** Reads how far the runs inside a job are, from what the study's waiting activity reports with its heartbeats. */

/**
 * Platform job id -> ended runs, from heartbeat details of the shape of `WatchHeartbeat` in `src/run`; whatever else stands there,
 * of a newer or older engine, is passed over.
 */
export function readRunsInside(details: readonly unknown[]): ReadonlyMap<string, number> {
  return readCounts(details, 'runsDone');
}

/** Platform job id -> runs that execute, from the same details. */
export function readRunsRunning(details: readonly unknown[]): ReadonlyMap<string, number> {
  return readCounts(details, 'runsRunning');
}

function readCounts(
  details: readonly unknown[],
  field: 'runsDone' | 'runsRunning',
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const detail of details) {
    for (const job of jobsOf(detail)) {
      if (!isRecord(job)) continue;
      const { jobId, [field]: count } = job;
      if (typeof jobId === 'string' && typeof count === 'number' && count >= 0) {
        found.set(jobId, count);
      }
    }
  }
  return found;
}

function jobsOf(detail: unknown): readonly unknown[] {
  return isRecord(detail) && Array.isArray(detail['jobs']) ? detail['jobs'] : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
