import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { renameDurably } from './rename-durably.ts';

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
  try {
    await mkdir(dirname(path), { recursive: true });
    await write(aside);
    await renameDurably(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw describeDiskFault(error, path);
  }
}

/**
 * The same for a short text that must be in place before the next statement runs. The file and folders it makes are for their owner only;
 * after a loss of power the content is whole, but it may be the older one.
 * @throws Error naming the path, as `writeFileAtomic` does
 */
export function writeFileAtomicSync(path: string, text: string): void {
  const aside = partPath(path);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(aside, text, { mode: 0o600, flush: true });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw describeDiskFault(error, path);
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
