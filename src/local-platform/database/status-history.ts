import type { PlatformDatabase } from './connection.ts';

/** One entry of a history. */
export interface StatusRow {
  readonly number: number;
  readonly status: string;
  readonly reason: string | null;
  readonly at: number;
}

/** Whose history: a job, the cluster of a job, a persistent cluster, or a storage device. */
export type StatusOwner =
  `job:${string}` | `job-cluster:${string}` | `cluster:${string}` | `storage:${string}`;

/** Appends to a history; call it inside a write. */
export function appendStatus(
  database: PlatformDatabase,
  owner: StatusOwner,
  status: string,
  at: number,
  reason: string | null = null,
): void {
  database.run(
    'INSERT INTO statuses (owner, status, reason, at) VALUES (?, ?, ?, ?)',
    ...[owner, status, reason, at],
  );
}

/** A history's entries, newest first, and how many there are. */
export function readStatuses(
  database: PlatformDatabase,
  owner: StatusOwner,
  offset = 0,
  limit = 1000,
): { readonly count: number; readonly rows: readonly StatusRow[] } {
  const count = Number(
    database.get('SELECT count(*) AS n FROM statuses WHERE owner = ?', owner)?.['n'],
  );
  const rows = database
    .all(
      'SELECT * FROM statuses WHERE owner = ? ORDER BY number DESC LIMIT ? OFFSET ?',
      ...[owner, limit, offset],
    )
    .map((row) => ({
      number: Number(row['number']),
      status: String(row['status']),
      reason: row['reason'] === null ? null : String(row['reason']),
      at: Number(row['at']),
    }));
  return { count, rows };
}
