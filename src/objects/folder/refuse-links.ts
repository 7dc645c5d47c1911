import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { LinkedObjectError } from '../linked-object-error.ts';
import { unlessMissing } from './unless-missing.ts';

/**
 * Looks whether a key's path leads through a symbolic link below `root`, which may be a link itself.
 * @param key empty for the root
 * @throws LinkedObjectError naming the link
 */
export async function refuseLinks(root: string, key: string): Promise<void> {
  if (key === '') return;
  const realRoot = await unlessMissing(realpath(root));
  if (realRoot === undefined) return;
  // Most often nothing is a link: one question instead of one for each part.
  if ((await unlessMissing(realpath(join(root, key)))) === join(realRoot, key)) return;
  const parts = key.split('/');
  for (const [index] of parts.entries()) {
    const part = parts.slice(0, index + 1).join('/');
    const found = await unlessMissing(lstat(join(root, part)));
    if (found === undefined) return;
    if (found.isSymbolicLink()) throw new LinkedObjectError(root, part);
  }
}
