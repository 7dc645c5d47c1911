/** Removes folders that programs of other people have filled: also what lies below paths that are longer than the system takes. */
import { execFile, execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Tried again where somebody fills a folder while it is emptied. */
const all = { recursive: true, force: true, maxRetries: 5 } as const;

/** Removes a folder and all in it; nothing where it isn't there. @throws Error of the system */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, all);
  } catch (error) {
    if (!isTooLong(error)) throw error;
    await promisify(execFile)('rm', wordsOf(path));
  }
}

/** {@link removeTree}, and returns when it is done. */
export function removeTreeSync(path: string): void {
  try {
    rmSync(path, all);
  } catch (error) {
    if (!isTooLong(error)) throw error;
    execFileSync('rm', wordsOf(path), { stdio: 'pipe' });
  }
}

/** The program steps from folder to folder, where Node names each by its whole path. */
function wordsOf(path: string): string[] {
  return ['-rf', '--', path];
}

function isTooLong(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENAMETOOLONG';
}
