import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { StorageError } from '../../errors.ts';
import { takeTurn } from '../../files/index.ts';
import { LinkedObjectError } from '../linked-object-error.ts';

/** Nothing is waited for, as for the other end of a pipe. */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK;

/** Files of so many bytes are read at once: a stream takes two reads and two large buffers, and the way to another thread and back, also for a short file. */
const shortBytes = 65_536;

/** The file of an object as its descriptor, and its size when it was opened. */
export interface OpenedObject {
  readonly file: number;
  readonly size: number;
}

/** What it holds, as a stream that closes it. */
export function contentOf(opened: OpenedObject): Readable {
  if (opened.size > shortBytes) return createReadStream('', { fd: opened.file });
  return Readable.from([readShort(opened)], { objectMode: false });
}

/** All that it holds; closes it. */
export async function bytesOf(opened: OpenedObject): Promise<Buffer> {
  return opened.size > shortBytes ? buffer(contentOf(opened)) : readShort(opened);
}

function readShort({ file, size }: OpenedObject): Buffer {
  try {
    const pieces: Buffer[] = [];
    let position = 0;
    // One byte more than it has: that it grew meanwhile is noticed.
    for (let wanted = size + 1; ; wanted = shortBytes) {
      const piece = Buffer.allocUnsafe(wanted);
      const length = readSync(file, piece, 0, wanted, position);
      pieces.push(piece.subarray(0, length));
      position += length;
      if (length === 0 || position === size) break;
    }
    return pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);
  } finally {
    closeSync(file);
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
  await takeTurn();
  const file = openPath(path, { root, key, followsLinks });
  try {
    const found = fstatSync(file);
    if (found.isFile()) return { file, size: found.size };
    throw otherKind(path, kindOf(found));
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function openPath(
  path: string,
  {
    root,
    key,
    followsLinks,
  }: { readonly root: string; readonly key: string; readonly followsLinks: boolean },
): number {
  try {
    return openSync(path, followsLinks ? readOnly : readOnly | constants.O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP' && !followsLinks) throw new LinkedObjectError(root, key);
    if (code === 'ENXIO') throw otherKind(path, 'a socket or a device');
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
