import { readFileSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '../../errors.ts';
import { guardUses } from '../guard-uses.ts';
import type { ObjectStore } from '../object-store.ts';

/**
 * A folder's objects, as long as the folder is the one that was used first: a disk that isn't mounted any more leaves an empty folder in its place,
 * in which all would seem new. The object `mark`, which is written once, tells: from when it was seen first, each use looks before and after whether it
 * is there as it was.
 * @returns uses that throw StorageError STORAGE_EMPTIED where it is gone, STORAGE_OTHER where another one is there; both pass when it is back
 */
export function guardMark(objects: ObjectStore, root: string, mark: string): ObjectStore {
  const check = createCheck(root, mark);
  return guardUses(objects, () => {
    check();
    return undefined;
  });
}

type Seen = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs'>;

function createCheck(root: string, mark: string): () => void {
  const path = join(root, mark);
  let known: string | undefined;
  let seen: Seen | undefined;
  return () => {
    const now = statSync(path, { throwIfNoEntry: false });
    if (now !== undefined && seen !== undefined && isSame(seen, now)) return;
    const content = now && readFileSync(path, 'utf8');
    known ??= content;
    if (content !== known) throw awayError(root, mark, content);
    seen = now;
  };
}

function isSame(seen: Seen, now: Seen): boolean {
  return (
    seen.ino === now.ino &&
    seen.dev === now.dev &&
    seen.size === now.size &&
    seen.mtimeMs === now.mtimeMs
  );
}

function awayError(root: string, mark: string, content: string | undefined): StorageError {
  return content === undefined
    ? new StorageError(
        'STORAGE_EMPTIED',
        `${root} doesn't have what it held before: ${mark} is gone, as where a disk isn't mounted`,
        {
          hint: 'Mount it again, or put back what was moved: nothing is read or written meanwhile',
        },
      )
    : new StorageError(
        'STORAGE_OTHER',
        `${root} holds another store than before: ${mark} has another content`,
        {
          hint: 'Put back the one that was there; to go on with this one, end what works with it and start that again',
        },
      );
}
