/** Files that are whole or absent: written beside their place, flushed, then put there in one instant. */
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flush } from './flush.ts';
import { makeFolder, makeFolderSync } from './make-folder.ts';
import { describeDiskFault } from './system-fault.ts';

/** Ending of files that are being written; whatever carries it after a crash is rubbish. */
export const partEnding = '.part';

export interface WriteOptions {
  /** Only this user may read the file, as they alone may use the folders that are made for it. */
  readonly isPrivate?: boolean;
}

/**
 * Gives `path` the content that `write` puts into the file it is given, in one instant. What was there before stays when that fails.
 * @throws Error naming the path when the disk is full or can't be written; it heals once there is room
 */
export async function writeFileAtomic(
  path: string,
  write: (aside: string) => Promise<void>,
  options: WriteOptions = {},
): Promise<void> {
  await placeFile(path, write, options, async (aside) => {
    await rename(aside, path);
    return true;
  });
}

/**
 * As {@link writeFileAtomic}, but never replaces a file; of several processes exactly one succeeds.
 * @returns false when there is a file already
 */
export async function createFileAtomic(
  path: string,
  write: (aside: string) => Promise<void>,
  options: WriteOptions = {},
): Promise<boolean> {
  return placeFile(path, write, options, (aside) => linkIfFree(aside, path));
}

/**
 * The same as {@link writeFileAtomic} for a short text that must be in place before the next statement runs. The file and folders it makes
 * are for their owner only; after a loss of power the content is whole, but it may be the older one.
 */
export function writeFileAtomicSync(path: string, text: string): void {
  const aside = partPath(path);
  try {
    makeFolderSync(dirname(path));
    writeFileSync(aside, text, { mode: 0o600, flush: true });
    renameSync(aside, path);
  } catch (error) {
    removeQuietly(aside);
    throw describeDiskFault(error, path);
  }
}

/** A path beside `path` that no other writer uses. */
export function partPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}${partEnding}`;
}

async function placeFile(
  path: string,
  write: (aside: string) => Promise<void>,
  { isPrivate = false }: WriteOptions,
  place: (aside: string) => Promise<boolean>,
): Promise<boolean> {
  const aside = partPath(path);
  try {
    await makeFolder(dirname(path));
    await write(aside);
    await flush(aside, isPrivate ? 0o600 : undefined);
    const isPlaced = await place(aside);
    // The name, too, must outlive a loss of power.
    await flush(dirname(path));
    return isPlaced;
  } catch (error) {
    throw describeDiskFault(error, path);
  } finally {
    // On a read-only disk this is refused too, and must not hide why nothing was written.
    await rm(aside, { force: true }).catch(() => undefined);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The reason for which nothing was written is what counts.
  }
}

async function linkIfFree(aside: string, path: string): Promise<boolean> {
  try {
    await link(aside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
