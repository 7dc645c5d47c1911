import type { JobRecord } from '../job-record.ts';
import type { PlatformDatabase, Row, SqlValue } from './connection.ts';
import type { RowPage } from './file-store.ts';

/** How a user asked a job to end. */
export type StopRequest = 'stop' | 'force' | 'shutdown';

/** A job as the platform keeps it. Times are epoch milliseconds. */
export interface JobRow {
  readonly id: string;
  readonly record: JobRecord;
  readonly createdAt: number;
  /** Newest display name of the history; null while the job is only saved. */
  readonly status: string | null;
  readonly clusterStatus: string | null;
  /** The persistent cluster it was submitted to. */
  readonly clusterId: string | null;
  readonly stopAsked: StopRequest | null;
  readonly executingSince: number | null;
  readonly outputCount: number;
  readonly outputBytes: number;
  readonly inputBytes: number;
  readonly failedRuns: number;
  readonly journalOffset: number;
  readonly runsMade: number;
  readonly sharedWith: readonly string[];
  readonly tags: readonly string[];
  readonly comments: readonly string[];
  readonly projectId: string | null;
}

/** Adds a saved job; call it inside a write. */
export function insertJob(
  database: PlatformDatabase,
  id: string,
  record: JobRecord,
  createdAt: number,
  inputBytes: number,
): void {
  database.run(
    `INSERT INTO jobs (id, name, search_text, record, created_at, expected_runs, project_id, input_bytes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, record.name, searchText(record), JSON.stringify(record), createdAt],
    ...[record.expectedRuns, record.projectId, inputBytes],
  );
}

/** Columns of a job that change after its creation. */
export type JobChange = Partial<{
  status: string;
  cluster_status: string;
  cluster_id: string | null;
  stop_asked: StopRequest;
  executing_since: number;
  journal_offset: number;
  runs_made: number;
  failed_runs: number;
  output_count: number;
  output_bytes: number;
  is_deleted: 1;
  shared_with: string;
  tags: string;
  comments: string;
  project_id: string | null;
}>;

/** Changes columns of a job; call it inside a write. */
export function changeJob(database: PlatformDatabase, id: string, change: JobChange): void {
  const columns = Object.keys(change);
  if (columns.length === 0) return;
  database.run(
    `UPDATE jobs SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
    ...(Object.values(change) as SqlValue[]),
    id,
  );
}

/** Replaces a job's record and what is looked up by it; call it inside a write. */
export function replaceJobRecord(database: PlatformDatabase, id: string, record: JobRecord): void {
  database.run(
    'UPDATE jobs SET name = ?, search_text = ?, record = ?, project_id = ? WHERE id = ?',
    ...[record.name, searchText(record), JSON.stringify(record), record.projectId, id],
  );
}

/** The job with that id, unless it is deleted. */
export function findJob(database: PlatformDatabase, id: string): JobRow | undefined {
  const row = database.get('SELECT * FROM jobs WHERE id = ? AND is_deleted = 0', id);
  return row === undefined ? undefined : jobFromRow(row);
}

/** Ids of the jobs that were submitted and aren't over, oldest first. */
export function unfinishedJobs(database: PlatformDatabase): readonly string[] {
  return database
    .all(
      `SELECT id FROM jobs WHERE is_deleted = 0 AND status IS NOT NULL AND
       (status <> 'Completed' OR (cluster_id IS NULL AND cluster_status <> 'Stopped')) ORDER BY number`,
    )
    .map((row) => String(row['id']));
}

/** A condition on rows of `jobs`, as SQL with its values. */
export interface JobCondition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A page of the jobs that fit the condition, newest first. */
export function pageOfJobs(
  database: PlatformDatabase,
  condition: JobCondition,
  offset: number,
  limit: number,
): RowPage<JobRow> {
  const where = `is_deleted = 0 AND (${condition.sql})`;
  const count = database.get(`SELECT count(*) AS n FROM jobs WHERE ${where}`, ...condition.values);
  const rows = database.all(
    `SELECT * FROM jobs WHERE ${where} ORDER BY number DESC LIMIT ? OFFSET ?`,
    ...[...condition.values, limit, offset],
  );
  return { count: Number(count?.['n']), rows: rows.map(jobFromRow) };
}

function searchText(record: JobRecord): string {
  const names = record.jobanalyses.map(({ analysis }) => `${analysis.name}\n${analysis.code}`);
  return [record.name, ...names].join('\n').toLowerCase();
}

function jobFromRow(row: Row): JobRow {
  const text = (column: string): string | null => {
    const value = row[column] ?? null;
    return value === null ? null : String(value);
  };
  return {
    id: String(row['id']),
    record: JSON.parse(String(row['record'])) as JobRecord,
    createdAt: Number(row['created_at']),
    status: text('status'),
    clusterStatus: text('cluster_status'),
    clusterId: text('cluster_id'),
    stopAsked: text('stop_asked') as StopRequest | null,
    executingSince: row['executing_since'] === null ? null : Number(row['executing_since']),
    outputCount: Number(row['output_count']),
    outputBytes: Number(row['output_bytes']),
    inputBytes: Number(row['input_bytes']),
    failedRuns: Number(row['failed_runs']),
    journalOffset: Number(row['journal_offset']),
    runsMade: Number(row['runs_made']),
    sharedWith: JSON.parse(String(row['shared_with'])) as string[],
    tags: JSON.parse(String(row['tags'])) as string[],
    comments: JSON.parse(String(row['comments'])) as string[],
    projectId: text('project_id'),
  };
}
