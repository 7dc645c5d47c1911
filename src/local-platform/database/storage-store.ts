import type { HardwareRecord } from '../job-record.ts';
import type { PlatformDatabase, Row } from './connection.ts';
import type { RowPage } from './file-store.ts';

/** What a storage device is made of. `storageSize` is GB. */
export interface StorageRecord {
  readonly name: string;
  readonly storageSize: number;
  readonly hardware: HardwareRecord;
}

/** A storage device as the platform keeps it. `createdAt` is epoch milliseconds. */
export interface StorageRow {
  readonly id: string;
  readonly record: StorageRecord;
  readonly createdAt: number;
}

/** Adds a device; call it inside a write. */
export function insertStorage(
  database: PlatformDatabase,
  id: string,
  record: StorageRecord,
  at: number,
): void {
  database.run(
    'INSERT INTO storage_devices (id, record, created_at) VALUES (?, ?, ?)',
    ...[id, JSON.stringify(record), at],
  );
}

/** The device with that id. */
export function findStorage(database: PlatformDatabase, id: string): StorageRow | undefined {
  const row = database.get('SELECT * FROM storage_devices WHERE id = ?', id);
  return row === undefined ? undefined : storageFromRow(row);
}

/** A page of the devices, newest first. */
export function pageOfStorage(
  database: PlatformDatabase,
  offset: number,
  limit: number,
): RowPage<StorageRow> {
  const count = database.get('SELECT count(*) AS n FROM storage_devices');
  const rows = database.all(
    'SELECT * FROM storage_devices ORDER BY number DESC LIMIT ? OFFSET ?',
    ...[limit, offset],
  );
  return { count: Number(count?.['n']), rows: rows.map(storageFromRow) };
}

/** Notes that a job uses a device, once; call it inside a write. */
export function attachStorage(database: PlatformDatabase, jobId: string, deviceId: string): void {
  database.run(
    'INSERT OR IGNORE INTO storage_of_jobs (job_id, device_id) VALUES (?, ?)',
    ...[jobId, deviceId],
  );
}

/** The devices of a job. */
export function storageOfJob(database: PlatformDatabase, jobId: string): readonly StorageRow[] {
  return database
    .all(
      `SELECT storage_devices.* FROM storage_devices
         JOIN storage_of_jobs ON device_id = storage_devices.id WHERE job_id = ? ORDER BY number`,
      jobId,
    )
    .map(storageFromRow);
}

function storageFromRow(row: Row): StorageRow {
  return {
    id: String(row['id']),
    record: JSON.parse(String(row['record'])) as StorageRecord,
    createdAt: Number(row['created_at']),
  };
}
