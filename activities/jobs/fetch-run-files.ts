/** The files that a run left on the platform, into its folder of the store. */
import { open, type FileHandle } from 'node:fs/promises';
import { relative } from 'node:path';
import type { PlatformFile } from '../../src/platform-api/index.ts';
import { safeJoin, unnamedPlace } from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { PlatformPatience } from './platform-patience.ts';

/** How files are read. */
export interface PatientReading {
  readonly patience: PlatformPatience;
  /** Files of the same job, some of them: they tell a bad file from a platform that is down. */
  readonly others: readonly PlatformFile[];
  readonly signal: AbortSignal;
}

/** The name of an output file inside its run's folder. */
export function nameOfFile(file: PlatformFile): string {
  return file.relativePath ?? file.name;
}

/**
 * Downloads into the run's folder. Returns a sentence when one file can't be had.
 * @param kept gets the MD5 of each file, by its path in the folder
 */
export async function fetchRunFiles(
  { platform, failpoint }: ActivityDependencies,
  { folder, kept }: { readonly folder: string; readonly kept: Map<string, string> },
  files: readonly PlatformFile[],
  { patience, others, signal }: PatientReading,
): Promise<string | undefined> {
  for (const file of files) {
    const target = safeJoin(folder, nameOfFile(file), unnamedPlace(file.id));
    const { unreadable, content } = await patience.file(file, others, () =>
      platform.files.download(file, target, { signal, fsync: false }),
    );
    if (unreadable !== undefined) return unreadable;
    kept.set(relative(folder, target), content.md5);
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
