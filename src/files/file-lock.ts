import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Database from 'libsql';

/** Loaded with the first lock: it is compiled code, and most programs that write files take no lock. */
let loaded: typeof Database | undefined;

/** A lock that no other process can have at the same time; freed by `release` or by the death of this process. */
export interface FileLock {
  readonly release: () => void;
}

/**
 * Takes the lock at `path`, or gives back undefined at once while another living process has it. It is an exclusive transaction on a small
 * database file: a lock that works on every system that SQLite runs on, and that the system takes back however its owner dies.
 */
export function takeFileLock(path: string): FileLock | undefined {
  loaded ??= createRequire(import.meta.url)('libsql') as typeof Database;
  closeSync(openSync(path, 'a', 0o600));
  const database = new loaded(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
