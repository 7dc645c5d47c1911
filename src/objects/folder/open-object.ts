import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { StorageError } from '../../errors.ts';
import { LinkedObjectError } from '../linked-object-error.ts';

/** Nothing is waited for, as for the other end of a pipe. */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK;

/** Files of so many bytes are read at once: a stream takes two reads and two large buffers, also for a short file. */
const shortBytes = 65_536;

/** The file of an object, and its size when it was opened. */
export interface OpenedObject {
  readonly file: FileHandle;
  readonly size: number;
}

/** What it holds, as a stream that closes it. */
export async function contentOf(opened: OpenedObject): Promise<Readable> {
  if (opened.size > shortBytes) return opened.file.createReadStream();
  return Readable.from([await bytesOf(opened)], { objectMode: false });
}

/** All that it holds; closes it. */
export async function bytesOf({ file, size }: OpenedObject): Promise<Buffer> {
  try {
    if (size > shortBytes) return await file.readFile();
    // One byte more than it has: that it grew meanwhile is noticed.
    const buffer = Buffer.allocUnsafe(size + 1);
    let length = 0;
    do {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    } while (length < size);
    return length > size ? await file.readFile() : buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}

/**
 * Opens the file of a key for reading; the caller closes it.
 * @throws LinkedObjectError where it is a link and these aren't followed
 * @throws StorageError STORAGE_KIND where something else than a file has its name; and as open(2)
 */
export async function openObject(
  root: string,
  key: string,
  { followsLinks }: { readonly followsLinks: boolean },
): Promise<OpenedObject> {
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
    if (found.isFile()) return { file, size: found.size };
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
