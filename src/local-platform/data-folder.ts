import { chmodSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { takeFileLock, type FileLock } from '../files/index.ts';

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

/** Takes the folder for one role, or gives back undefined while another living process has it. */
export function lockDataFolder(
  dataFolder: string,
  role: 'server' | 'runner',
): FileLock | undefined {
  return takeFileLock(join(dataFolder, `${role}.lock`));
}
