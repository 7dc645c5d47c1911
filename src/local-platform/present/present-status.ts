import type { StatusRow } from '../database/status-history.ts';

/** A status entry in the platform's shape; `clusterId` only for persistent clusters. */
export function presentStatus(row: StatusRow, clusterId?: string): Record<string, unknown> {
  return {
    status: row.status,
    statusDate: new Date(row.at).toISOString(),
    statusReason: row.reason,
    id: String(row.number),
    ...(clusterId === undefined ? {} : { clusterId }),
  };
}
