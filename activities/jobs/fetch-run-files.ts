/** The files that a run left on the platform, into its folder of the store. */
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedDownloadError, type PlatformFile } from '../../src/platform-api/index.ts';
import { safeJoin } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** A file that arrives damaged is fetched this often before the run is given up. */
const downloadTries = 3;

/** The name of an output file inside its run's folder. */
export function nameOfFile(file: PlatformFile): string {
  return file.relativePath ?? file.name;
}

/** Downloads into the run's folder; a file that is there has been checked. Returns a sentence when one can't be had undamaged. */
export async function fetchRunFiles(
  { platform, failpoint }: ActivityDependencies,
  folder: string,
  files: readonly PlatformFile[],
  { signal }: ActivityRun,
): Promise<string | undefined> {
  for (const file of files) {
    const target = await safeJoin(folder, nameOfFile(file), join('unnamed', file.id));
    for (let tries = 1; ; tries += 1) {
      try {
        await platform.files.download(file, target, { signal, fsync: false });
        break;
      } catch (error) {
        if (!(error instanceof DamagedDownloadError)) throw error;
        if (tries >= downloadTries) return error.message;
      }
    }
    await failpoint('download-middle');
  }
  return undefined;
}

const endBytes = 65_536;

/** The last 64 KB of a text file; empty for one that isn't there. */
export async function readEndOfFile(path: string): Promise<string> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { size } = await file.stat();
    const length = Math.min(size, endBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    await file.close();
  }
}
