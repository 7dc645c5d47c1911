import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { LinkedObjectError } from '../linked-object-error.ts';
import { unlessMissing } from './unless-missing.ts';

/** Looks whether a key's path leads through a symbolic link. @throws LinkedObjectError naming the link */
export type LinkGuard = (key: string) => Promise<void>;

/** Guards all that is below `root`, which may be a link itself: where that leads is looked up once. */
export function guardLinks(root: string): LinkGuard {
  let realRoot: string | undefined;
  return async (key) => {
    if (key === '') return;
    realRoot ??= await unlessMissing(realpath(root));
    if (realRoot === undefined) return;
    // Most often nothing is a link: one question instead of one for each part.
    if ((await unlessMissing(realpath(join(root, key)))) === join(realRoot, key)) return;
    await findLink(root, key);
  };
}

async function findLink(root: string, key: string): Promise<void> {
  const parts = key.split('/');
  for (const [index] of parts.entries()) {
    const part = parts.slice(0, index + 1).join('/');
    const found = await unlessMissing(lstat(join(root, part)));
    if (found === undefined) return;
    if (found.isSymbolicLink()) throw new LinkedObjectError(root, part);
  }
}
