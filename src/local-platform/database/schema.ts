/** Columns that came after their tables: databases of before get them when they are opened. */
export const laterColumns = [{ table: 'files', column: 'sha512', type: 'TEXT' }] as const;

/**
 * The tables. Times are epoch milliseconds. Rows of jobs and files are never removed: deletion marks them, as the platform does,
 * so that the ledger's references stay readable.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS files (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  type_id INTEGER NOT NULL,
  size INTEGER NOT NULL,
  md5 TEXT NOT NULL,
  sha512 TEXT,
  uploaded_at INTEGER NOT NULL,
  stored_path TEXT NOT NULL,
  job_id TEXT,
  run INTEGER,
  relative_path TEXT NOT NULL,
  seq INTEGER,
  is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX IF NOT EXISTS files_of_job ON files (job_id, seq) WHERE job_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS files_of_run ON files (job_id, run, seq) WHERE job_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS uploads ON files (number) WHERE job_id IS NULL;

CREATE TABLE IF NOT EXISTS jobs (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  search_text TEXT NOT NULL,
  record TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  status TEXT,
  cluster_status TEXT,
  cluster_id TEXT,
  stop_asked TEXT,
  ends_at INTEGER,
  executing_since INTEGER,
  expected_runs INTEGER,
  output_count INTEGER NOT NULL DEFAULT 0,
  output_bytes INTEGER NOT NULL DEFAULT 0,
  outputs_deleted INTEGER NOT NULL DEFAULT 0,
  input_bytes INTEGER NOT NULL DEFAULT 0,
  failed_runs INTEGER NOT NULL DEFAULT 0,
  journal_offset INTEGER NOT NULL DEFAULT 0,
  runs_made INTEGER NOT NULL DEFAULT 0,
  shared_with TEXT NOT NULL DEFAULT '[]',
  tags TEXT NOT NULL DEFAULT '[]',
  comments TEXT NOT NULL DEFAULT '[]',
  project_id TEXT,
  is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS jobs_by_status ON jobs (status);
CREATE INDEX IF NOT EXISTS jobs_kept ON jobs (is_deleted);

CREATE TABLE IF NOT EXISTS runs (
  job_id TEXT NOT NULL,
  run INTEGER NOT NULL,
  inputs TEXT NOT NULL,
  outputs TEXT NOT NULL DEFAULT '[]',
  started_at INTEGER,
  ended_at INTEGER,
  how TEXT,
  exit_code INTEGER,
  message TEXT,
  file_count INTEGER NOT NULL DEFAULT 0,
  file_bytes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (job_id, run)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS statuses (
  number INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT,
  at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS statuses_of_owner ON statuses (owner, number);

CREATE TABLE IF NOT EXISTS logs (
  number INTEGER PRIMARY KEY,
  job_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  level TEXT NOT NULL,
  message TEXT NOT NULL,
  source TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS logs_of_job ON logs (job_id, number);

CREATE TABLE IF NOT EXISTS clusters (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  record TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  ends_at INTEGER
);

CREATE TABLE IF NOT EXISTS storage_devices (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  record TEXT NOT NULL,
  created_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS storage_of_jobs (
  job_id TEXT NOT NULL,
  device_id TEXT NOT NULL,
  PRIMARY KEY (job_id, device_id)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS custom_fields (
  job_id TEXT NOT NULL,
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  definition TEXT NOT NULL,
  value TEXT,
  user TEXT,
  PRIMARY KEY (job_id, name)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS faults (
  rule INTEGER PRIMARY KEY,
  seen INTEGER NOT NULL,
  planned INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS ledger (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  run INTEGER,
  detail TEXT NOT NULL
);
CREATE TRIGGER IF NOT EXISTS ledger_keeps BEFORE DELETE ON ledger
  BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER IF NOT EXISTS ledger_stands BEFORE UPDATE ON ledger
  BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
`;
