/** Files that are whole or absent: written aside, flushed, renamed. */
import { randomBytes } from 'node:crypto';
import { open, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A path beside `path` that no other writer uses. */
export function partPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.part`;
}

/**
 * Gives `path` the content that `write` puts into the file it is given, in one instant. What was there before stays when that fails.
 * @throws Error naming the path when the disk is full or can't be written; it heals once there is room
 */
export async function writeFileAtomic(
  path: string,
  write: (aside: string) => Promise<void>,
): Promise<void> {
  const aside = partPath(path);
  await mkdir(dirname(path), { recursive: true });
  try {
    await write(aside);
    await flush(aside);
    await rename(aside, path);
    // The name, too, must outlive a loss of power.
    await flush(dirname(path));
  } catch (error) {
    await rm(aside, { force: true });
    throw describeDiskFault(error, path);
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A plain Error, as it says nothing about a run or a study: whoever asked tries again. */
function describeDiskFault(error: unknown, path: string): unknown {
  const faults: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EROFS: 'the disk is read-only',
    EACCES: 'this user may not write there',
    EMFILE: 'too many files are open',
  };
  const fault = faults[(error as NodeJS.ErrnoException).code ?? ''];
  if (fault === undefined) return error;
  return new Error(`Expected to write ${path}, got: ${fault}`, { cause: error });
}
