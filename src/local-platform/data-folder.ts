import { chmodSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  assertReachable,
  letPass,
  makeFolderOf,
  takeFileLock,
  type FileLock,
  type RunUser,
} from '../files/index.ts';

/** Makes the platform's data folder, readable by its user only, and gives back its real path. */
export function makeDataFolder(path: string): string {
  mkdirSync(join(path, 'jobs'), { recursive: true, mode: 0o700 });
  mkdirSync(join(path, 'files'), { recursive: true, mode: 0o700 });
  // Who executes runs as another user has let them pass.
  if ((statSync(path).mode & 0o067) !== 0) chmodSync(path, 0o700);
  return realpathSync(path);
}

/** Where the runner keeps its socket and its lock: a folder of its own where it isn't the data folder's owner. */
export function runnerFolder(dataFolder: string, isApart: boolean): string {
  return isApart ? join(dataFolder, 'runner') : dataFolder;
}

/**
 * Opens a data folder to the user of its runs as far as their runner needs it.
 *
 * @throws UsageError USAGE_RUN_AS when they can't reach it or the programs.
 */
export function openDataFolder(
  dataFolder: string,
  user: RunUser,
  programs: readonly string[],
): void {
  letPass(dataFolder, user, ['jobs', 'runner']);
  letPass(join(dataFolder, 'jobs'), user, readdirSync(join(dataFolder, 'jobs')));
  makeFolderOf(user, runnerFolder(dataFolder, true));
  assertReachable(join(dataFolder, 'jobs'), user);
  for (const program of programs) assertReachable(dirname(program), user);
}

/** Removes what uploads left that were under way when a server was killed; only who has the folder may do it. */
export function clearUnfinishedUploads(dataFolder: string): void {
  const files = join(dataFolder, 'files');
  for (const name of readdirSync(files)) {
    if (name.endsWith('.part')) rmSync(join(files, name), { force: true });
  }
}

/** Takes a folder for one role, or gives back undefined while another living process has it. */
export function lockDataFolder(folder: string, role: 'server' | 'runner'): FileLock | undefined {
  return takeFileLock(join(folder, `${role}.lock`));
}
