import type { PlatformDatabase, Row } from './connection.ts';

/** A file as the platform keeps it: uploaded (`jobId` null) or the output of a run. */
export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly typeId: number;
  readonly size: number;
  readonly md5: string;
  /** Undefined for files that were stored before it was kept. */
  readonly sha512?: string | undefined;
  readonly uploadedAt: number;
  /** Below the data folder. */
  readonly storedPath: string;
  readonly jobId: string | null;
  readonly run: number | null;
  /** Relative to the run's work folder; the name of an uploaded file. */
  readonly relativePath: string;
}

/** Adds an uploaded file; call it inside a write. */
export function insertUpload(database: PlatformDatabase, file: FileRow): void {
  database.run(
    `INSERT INTO files (id, name, type_id, size, md5, uploaded_at, stored_path, relative_path,
       sha512) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[file.id, file.name, file.typeId, file.size, file.md5],
    ...[file.uploadedAt, file.storedPath, file.relativePath, file.sha512 ?? null],
  );
}

/** Adds the output of a run under its place `seq` (1..) among its job's outputs; call it inside a write. */
export function insertOutput(database: PlatformDatabase, file: FileRow, seq: number): void {
  database.run(
    `INSERT INTO files (id, name, type_id, size, md5, uploaded_at, stored_path, relative_path,
       job_id, run, seq, sha512) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[file.id, file.name, file.typeId, file.size, file.md5, file.uploadedAt, file.storedPath],
    ...[file.relativePath, file.jobId, file.run, seq, file.sha512 ?? null],
  );
}

/** The file with that id, unless it is deleted. */
export function findFile(database: PlatformDatabase, id: string): FileRow | undefined {
  const row = database.get('SELECT * FROM files WHERE id = ? AND is_deleted = 0', id);
  return row === undefined ? undefined : fileFromRow(row);
}

/** Notes what an upload is to a job that refers to it; the outputs of runs stay outputs. Call it inside a write. */
export function setUploadType(database: PlatformDatabase, id: string, typeId: number): void {
  database.run('UPDATE files SET type_id = ? WHERE id = ? AND job_id IS NULL', typeId, id);
}

/** Marks a file deleted; call it inside a write. */
export function markFileDeleted(database: PlatformDatabase, file: FileRow): void {
  database.run('UPDATE files SET is_deleted = 1 WHERE id = ?', file.id);
  if (file.jobId !== null) {
    database.run(
      `UPDATE jobs SET outputs_deleted = outputs_deleted + 1, output_count = output_count - 1,
         output_bytes = output_bytes - ? WHERE id = ?`,
      ...[file.size, file.jobId],
    );
  }
}

/** A page of rows with the number of all of them. */
export interface RowPage<T> {
  readonly count: number;
  readonly rows: readonly T[];
}

/**
 * A page of a job's output files in the order in which they were saved. Without search or deletions the place of a file is its
 * key, so that the last page of many costs what the first does.
 */
export function pageOfOutputs(
  database: PlatformDatabase,
  jobId: string,
  options: {
    readonly search: string;
    readonly run: number | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): RowPage<FileRow> {
  const { search, run, offset, limit } = options;
  const job = database.get('SELECT output_count, outputs_deleted FROM jobs WHERE id = ?', jobId);
  if (search === '' && run === undefined && job?.['outputs_deleted'] === 0) {
    const rows = database.all(
      'SELECT * FROM files WHERE job_id = ? AND seq > ? ORDER BY seq LIMIT ?',
      ...[jobId, offset, limit],
    );
    return { count: Number(job['output_count']), rows: rows.map(fileFromRow) };
  }
  const condition = `job_id = ? AND is_deleted = 0 ${run === undefined ? '' : 'AND run = ?'}
    AND (? = '' OR instr(lower(relative_path), lower(?)) > 0)`;
  const values = [jobId, ...(run === undefined ? [] : [run]), search, search];
  const count = database.get(`SELECT count(*) AS n FROM files WHERE ${condition}`, ...values);
  const rows = database.all(
    `SELECT * FROM files WHERE ${condition} ORDER BY seq LIMIT ? OFFSET ?`,
    ...[...values, limit, offset],
  );
  return { count: Number(count?.['n']), rows: rows.map(fileFromRow) };
}

/** A page of the uploaded files, newest first. */
export function pageOfUploads(
  database: PlatformDatabase,
  options: { readonly search: string; readonly offset: number; readonly limit: number },
): RowPage<FileRow> {
  const condition = `job_id IS NULL AND is_deleted = 0
    AND (? = '' OR instr(lower(name), lower(?)) > 0)`;
  const { search, offset, limit } = options;
  const count = database.get(`SELECT count(*) AS n FROM files WHERE ${condition}`, search, search);
  const rows = database.all(
    `SELECT * FROM files WHERE ${condition} ORDER BY number DESC LIMIT ? OFFSET ?`,
    ...[search, search, limit, offset],
  );
  return { count: Number(count?.['n']), rows: rows.map(fileFromRow) };
}

function fileFromRow(row: Row): FileRow {
  return {
    id: String(row['id']),
    name: String(row['name']),
    typeId: Number(row['type_id']),
    size: Number(row['size']),
    md5: String(row['md5']),
    sha512: row['sha512'] === null ? undefined : String(row['sha512']),
    uploadedAt: Number(row['uploaded_at']),
    storedPath: String(row['stored_path']),
    jobId: row['job_id'] === null ? null : String(row['job_id']),
    run: row['run'] === null ? null : Number(row['run']),
    relativePath: String(row['relative_path']),
  };
}
