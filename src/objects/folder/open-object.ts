import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../errors.ts';
import { LinkedObjectError } from '../linked-object-error.ts';

/** Nothing is waited for, as for the other end of a pipe. */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Opens the file of a key for reading; the caller closes it.
 * @throws LinkedObjectError where it is a link and these aren't followed
 * @throws StorageError STORAGE_KIND where something else than a file has its name; and as open(2)
 */
export async function openObject(
  root: string,
  key: string,
  { followsLinks }: { readonly followsLinks: boolean },
): Promise<FileHandle> {
  const path = join(root, key);
  const file = await open(path, followsLinks ? readOnly : readOnly | constants.O_NOFOLLOW).catch(
    (error: unknown) => {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ELOOP' && !followsLinks) throw new LinkedObjectError(root, key);
      if (code === 'ENXIO') throw otherKind(path, 'a socket or a device');
      throw error;
    },
  );
  try {
    const found = await file.stat();
    if (found.isFile()) return file;
    throw otherKind(path, kindOf(found));
  } catch (error) {
    await file.close();
    throw error;
  }
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  return found.isFIFO() ? 'a named pipe' : 'a device';
}

function otherKind(path: string, kind: string): StorageError {
  return new StorageError('STORAGE_KIND', `${path} is ${kind}, where a file is expected`, {
    hint: 'Move it away, and put back the file that was there',
  });
}
