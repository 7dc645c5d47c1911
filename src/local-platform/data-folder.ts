import { chmodSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

/** A hold that no other process can have at the same time; the system takes it back when its holder dies. */
export interface Hold {
  readonly release: () => void;
}

/** Makes the platform's data folder, readable by its user only, and gives back its real path. */
export function makeDataFolder(path: string): string {
  mkdirSync(join(path, 'jobs'), { recursive: true, mode: 0o700 });
  mkdirSync(join(path, 'files'), { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  return realpathSync(path);
}

/** Removes what uploads left that were under way when a server was killed; only who has the folder may do it. */
export function clearUnfinishedUploads(dataFolder: string): void {
  const files = join(dataFolder, 'files');
  for (const name of readdirSync(files)) {
    if (name.endsWith('.part')) rmSync(join(files, name), { force: true });
  }
}

/**
 * Takes the folder for one role, or gives back undefined when another living process has it. It is an exclusive transaction on a
 * database file of its own: a lock that every system SQLite runs on has, and that dies with its holder.
 */
export function holdDataFolder(dataFolder: string, role: 'server' | 'runner'): Hold | undefined {
  const database = new Database(join(dataFolder, `${role}.lock`));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
