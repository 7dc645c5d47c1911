import type { PlatformDatabase } from '../database/connection.ts';
import type { JobRow } from '../database/job-store.ts';
import { readStatuses } from '../database/status-history.ts';

/** One line of a job's log. `at` is epoch milliseconds; `level` is `status` for a status of the job. */
export interface LogLine {
  readonly id: string;
  readonly at: number;
  readonly level: string;
  readonly message: string;
  readonly source: string;
}

/** Most runs, and most further lines, that a log tells of. */
const mostRuns = 5000;
const mostLines = 10_000;

/** What happened to a job, oldest first: its statuses, those of its cluster, its runs, and what went wrong. */
export function readJobLog(database: PlatformDatabase, job: JobRow): readonly LogLine[] {
  const { id, clusterId } = job;
  const owner =
    clusterId === null ? (`job-cluster:${id}` as const) : (`cluster:${clusterId}` as const);
  const statuses = readStatuses(database, `job:${id}`).rows.map((row) => ({
    id: `status-${row.number}`,
    ...{ at: row.at, level: 'status', source: 'job' },
    message: withReason(row.status, row.reason),
  }));
  const cluster = readStatuses(database, owner).rows.map((row) => ({
    id: `cluster-${row.number}`,
    ...{ at: row.at, level: 'INFO', source: 'cluster' },
    message: `Cluster: ${withReason(row.status, row.reason)}`,
  }));
  const rows = database.all(
    'SELECT * FROM logs WHERE job_id = ? ORDER BY number LIMIT ?',
    ...[id, mostLines],
  );
  const lines = rows.map((row) => ({
    id: `log-${String(row['number'])}`,
    at: Number(row['at']),
    level: String(row['level']),
    message: String(row['message']),
    source: String(row['source']),
  }));
  return [...cluster.reverse(), ...statuses.reverse(), ...readRuns(database, id), ...lines].sort(
    (a, b) => a.at - b.at,
  );
}

/** Starts and good ends of the runs that started last. Lines that begin with `Run N` are those of failed runs: readers take them for the reason. */
function readRuns(database: PlatformDatabase, jobId: string): LogLine[] {
  const rows = database.all(
    `SELECT run, started_at, ended_at, how, exit_code, file_count, file_bytes FROM runs
       WHERE job_id = ? AND started_at IS NOT NULL ORDER BY started_at DESC, run DESC LIMIT ?`,
    ...[jobId, mostRuns],
  );
  return rows.reverse().flatMap((row) => {
    const run = String(row['run']);
    const about = { level: 'INFO', source: `run${run}` };
    const start = { id: `run-${run}-start`, at: Number(row['started_at']), ...about };
    const isGood = row['how'] === 'exited' && row['exit_code'] === 0;
    const saved = `${String(row['file_count'])} files of ${String(row['file_bytes'])} bytes saved`;
    return [
      { ...start, message: `Started run ${run}` },
      ...(row['ended_at'] === null || !isGood
        ? []
        : [
            {
              ...{ id: `run-${run}-end`, at: Number(row['ended_at']), ...about },
              message: `Ended run ${run} with exit code 0: ${saved}`,
            },
          ]),
    ];
  });
}

function withReason(status: string, reason: string | null): string {
  return reason === null ? status : `${status}: ${reason}`;
}
