/** Names that a server gave, as places inside our own folder. */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { entryAt, isSafePath, makeFolderSync } from '../files/index.ts';

/** Where a file that a run left is kept, in the run's folder, when its own name can't be used there: by the platform's id of it. */
export function unnamedPlace(fileId: string): string {
  return `unnamed/${fileId}`;
}

/** Under which names a file of the platform may have been kept in its run's folder, as `safeJoin` gives them: its own name, if it has a safe one, then those by its id. */
export function keptNames(path: string, fileId: string): readonly string[] {
  const otherwise = unnamedPlace(fileId);
  return [...(isSafePath(path) ? [path] : []), otherwise, hashedName(otherwise)];
}

/**
 * Where to put a file named by a server: inside `root` under its own name, or under `otherwise` when the name can't be trusted or a link
 * or another kind of entry lies in its way. Makes the folders.
 */
export function safeJoin(root: string, path: string, otherwise: string): string {
  const isGood = isSafePath(path) && !isBlocked(root, path);
  const target = join(root, isGood ? path : fallback(root, otherwise));
  makeFolderSync(dirname(target));
  return target;
}

/** The other name, too, comes from a server: where it can't be trusted, its hash stands for it. */
function fallback(root: string, otherwise: string): string {
  const isPlain = /^[\w./-]+$/u.test(otherwise) && isSafePath(otherwise);
  if (isPlain && !isBlocked(root, otherwise)) return otherwise;
  return hashedName(otherwise);
}

function hashedName(otherwise: string): string {
  return `unnamed-${createHash('sha256').update(otherwise).digest('hex').slice(0, 16)}`;
}

/** Whether a link is on the way, a file where a folder is needed, or a folder in the place of the file. */
function isBlocked(root: string, path: string): boolean {
  let place = root;
  const parts = path.split('/');
  for (const [index, part] of parts.entries()) {
    place = join(place, part);
    const found = entryAt(place);
    if (found === undefined) return false;
    if (found.isSymbolicLink()) return true;
    if (found.isDirectory() === (index === parts.length - 1)) return true;
  }
  return false;
}
