import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** What a folder takes. */
export interface TreeSize {
  readonly bytes: number;
  readonly files: number;
  /** Folders that this user can't read: what is in them isn't counted. */
  readonly unreadable: number;
  /** False where the time was over before all was seen: it takes more than this. */
  readonly isWhole: boolean;
}

/**
 * Sizes of all files at or below a path, added up; links aren't followed, and what vanishes meanwhile isn't counted. Nothing where it isn't there.
 * @param signal ends the counting
 */
export async function measureTree(path: string, signal?: AbortSignal): Promise<TreeSize> {
  let bytes = 0;
  let files = 0;
  let unreadable = 0;
  const waiting = [path];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (signal?.aborted === true) return { bytes, files, unreadable, isWhole: false };
    try {
      const found = await lstat(at);
      if (!found.isDirectory()) {
        bytes += found.size;
        files += 1;
        continue;
      }
      for await (const { name } of await opendir(at)) waiting.push(join(at, name));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM') unreadable += 1;
      else if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    }
  }
  return { bytes, files, unreadable, isWhole: true };
}
