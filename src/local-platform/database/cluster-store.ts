import type { HardwareRecord } from '../job-record.ts';
import type { PlatformDatabase, Row } from './connection.ts';
import type { RowPage } from './file-store.ts';

/** What a persistent cluster is made of. */
export interface ClusterRecord {
  readonly name: string;
  readonly hardware: HardwareRecord;
  readonly installedAnalyses: readonly {
    readonly analysis: { readonly code: string; readonly version: string };
  }[];
  readonly runLowPriority: boolean;
}

/** A persistent cluster as the platform keeps it. Times are epoch milliseconds. */
export interface ClusterRow {
  readonly id: string;
  readonly record: ClusterRecord;
  readonly createdAt: number;
  readonly status: string;
  /** When its walltime ends; null before it started or without a walltime. */
  readonly endsAt: number | null;
}

/** Adds a cluster that isn't started; call it inside a write. */
export function insertCluster(
  database: PlatformDatabase,
  id: string,
  record: ClusterRecord,
  at: number,
): void {
  database.run(
    'INSERT INTO clusters (id, record, created_at, status) VALUES (?, ?, ?, ?)',
    ...[id, JSON.stringify(record), at, 'Not Started'],
  );
}

/** Sets a cluster's newest status, and its end when it is known; call it inside a write. */
export function changeCluster(
  database: PlatformDatabase,
  id: string,
  status: string,
  endsAt?: number | null,
): void {
  database.run('UPDATE clusters SET status = ? WHERE id = ?', status, id);
  if (endsAt !== undefined)
    database.run('UPDATE clusters SET ends_at = ? WHERE id = ?', endsAt, id);
}

/** The cluster with that id. */
export function findCluster(database: PlatformDatabase, id: string): ClusterRow | undefined {
  const row = database.get('SELECT * FROM clusters WHERE id = ?', id);
  return row === undefined ? undefined : clusterFromRow(row);
}

/** A page of the clusters, newest first. */
export function pageOfClusters(
  database: PlatformDatabase,
  offset: number,
  limit: number,
): RowPage<ClusterRow> {
  const count = database.get('SELECT count(*) AS n FROM clusters');
  const rows = database.all(
    'SELECT * FROM clusters ORDER BY number DESC LIMIT ? OFFSET ?',
    ...[limit, offset],
  );
  return { count: Number(count?.['n']), rows: rows.map(clusterFromRow) };
}

/** Ids of the clusters that are on their way up or down, or up. */
export function livingClusters(database: PlatformDatabase): readonly string[] {
  return database
    .all(`SELECT id FROM clusters WHERE status NOT IN ('Not Started', 'Stopped')`)
    .map((row) => String(row['id']));
}

function clusterFromRow(row: Row): ClusterRow {
  return {
    id: String(row['id']),
    record: JSON.parse(String(row['record'])) as ClusterRecord,
    createdAt: Number(row['created_at']),
    status: String(row['status']),
    endsAt: row['ends_at'] === null ? null : Number(row['ends_at']),
  };
}
