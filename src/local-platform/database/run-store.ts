import type { RunEnd, RunValue } from '../protocol.ts';
import type { PlatformDatabase, Row } from './connection.ts';
import type { RowPage } from './file-store.ts';

/** A run as the platform keeps it. */
export interface RunRow {
  readonly run: number;
  readonly inputs: Readonly<Record<string, RunValue>>;
  readonly outputs: readonly (readonly [name: string, value: string])[];
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly how: RunEnd | null;
  readonly exitCode: number | null;
  readonly fileCount: number;
  readonly fileBytes: number;
}

/** Adds a run that hasn't started; one that is there stays as it is. Call it inside a write. */
export function insertRun(
  database: PlatformDatabase,
  jobId: string,
  run: number,
  inputs: Readonly<Record<string, RunValue>>,
): void {
  database.run(
    'INSERT OR IGNORE INTO runs (job_id, run, inputs) VALUES (?, ?, ?)',
    ...[jobId, run, JSON.stringify(inputs)],
  );
}

/** Notes a start; call it inside a write. */
export function markRunStarted(
  database: PlatformDatabase,
  jobId: string,
  run: number,
  at: number,
): void {
  database.run(
    'UPDATE runs SET started_at = ?, ended_at = NULL WHERE job_id = ? AND run = ?',
    ...[at, jobId, run],
  );
}

/** Notes an end; call it inside a write. */
export function markRunEnded(database: PlatformDatabase, jobId: string, ended: RunRow): void {
  database.run(
    `UPDATE runs SET started_at = ?, ended_at = ?, how = ?, exit_code = ?, outputs = ?, file_count = ?,
       file_bytes = ? WHERE job_id = ? AND run = ?`,
    ...[ended.startedAt, ended.endedAt, ended.how, ended.exitCode, JSON.stringify(ended.outputs)],
    ...[ended.fileCount, ended.fileBytes, jobId, ended.run],
  );
}

/** One run of a job. */
export function findRun(
  database: PlatformDatabase,
  jobId: string,
  run: number,
): RunRow | undefined {
  const row = database.get('SELECT * FROM runs WHERE job_id = ? AND run = ?', jobId, run);
  return row === undefined ? undefined : runFromRow(row);
}

/** A page of a job's runs in their order; run numbers have no gaps, so the page's first number is its key. */
export function pageOfRuns(
  database: PlatformDatabase,
  jobId: string,
  made: number,
  offset: number,
  limit: number,
): RowPage<RunRow> {
  const rows = database.all(
    'SELECT * FROM runs WHERE job_id = ? AND run > ? ORDER BY run LIMIT ?',
    ...[jobId, offset, limit],
  );
  return { count: made, rows: rows.map(runFromRow) };
}

function runFromRow(row: Row): RunRow {
  const number = (column: string): number | null => {
    const value = row[column] ?? null;
    return value === null ? null : Number(value);
  };
  return {
    run: Number(row['run']),
    inputs: JSON.parse(String(row['inputs'])) as Record<string, RunValue>,
    outputs: JSON.parse(String(row['outputs'])) as [string, string][],
    startedAt: number('started_at'),
    endedAt: number('ended_at'),
    how: row['how'] === null ? null : (String(row['how']) as RunEnd),
    exitCode: number('exit_code'),
    fileCount: Number(row['file_count']),
    fileBytes: Number(row['file_bytes']),
  };
}
