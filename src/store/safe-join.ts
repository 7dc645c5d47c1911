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
  const target = join(
    root,
    safePlace(path, otherwise, (place) => isBlocked(root, place)),
  );
  makeFolderSync(dirname(target));
  return target;
}

/** As {@link safeJoin}, for a file that is kept in memory beside others, which stand in each other's way as they would in a folder. */
export function safePlaceBeside(others: Iterable<string>, path: string, otherwise: string): string {
  const there = [...others];
  return safePlace(path, otherwise, (place) =>
    there.some((other) => other.startsWith(`${place}/`) || place.startsWith(`${other}/`)),
  );
}

/** The other name, too, comes from a server: where it can't be trusted, its hash stands for it. */
function safePlace(path: string, otherwise: string, isTaken: (place: string) => boolean): string {
  if (isSafePath(path) && !isTaken(path)) return path;
  const isPlain = /^[\w./-]+$/u.test(otherwise) && isSafePath(otherwise);
  return isPlain && !isTaken(otherwise) ? otherwise : hashedName(otherwise);
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
