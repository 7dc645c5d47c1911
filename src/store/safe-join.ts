/** Names that a server gave, as places inside our own folder. */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { entryAt, isSafePath, makeFolder } from '../files/index.ts';

/**
 * Where to put a file named by a server: inside `root` under its own name, or under `otherwise` when the name can't be trusted or a link
 * lies in its way. Makes the folders.
 */
export async function safeJoin(root: string, path: string, otherwise: string): Promise<string> {
  const isGood = isSafePath(path) && !(await crossesLink(root, path));
  const target = join(root, isGood ? path : await fallback(root, otherwise));
  await makeFolder(dirname(target));
  return target;
}

/** The other name, too, comes from a server: where it can't be trusted, its hash stands for it. */
async function fallback(root: string, otherwise: string): Promise<string> {
  const isPlain = /^[\w./-]+$/u.test(otherwise) && isSafePath(otherwise);
  if (isPlain && !(await crossesLink(root, otherwise))) return otherwise;
  return `unnamed-${createHash('sha256').update(otherwise).digest('hex').slice(0, 16)}`;
}

async function crossesLink(root: string, path: string): Promise<boolean> {
  let place = root;
  for (const part of path.split('/')) {
    place = join(place, part);
    const found = await entryAt(place);
    if (found === undefined) return false;
    if (found.isSymbolicLink()) return true;
  }
  return false;
}
