import Database from 'libsql';

/** An exclusive hold on a home folder, freed by `release` or by the death of this process. */
export interface HomeHold {
  release(): void;
}

/**
 * Takes a home folder for this process: an exclusive transaction on a small database file, kept open. The operating system frees it
 * when the process dies in whatever way, so that no stale lock is ever left. Gives back undefined while another process has it.
 */
export function holdHome(lockPath: string): HomeHold | undefined {
  const database = new Database(lockPath, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (/locked|busy/i.test((error as Error).message)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
