/** Reads of files that somebody else has named: only regular ones, and only while they are where they were found. */
import { closeSync, constants, createReadStream, fstatSync, lstatSync } from 'node:fs';
import { openSync, readFileSync, readlinkSync, readSync, realpathSync, type Stats } from 'node:fs';
import { open, readlink, realpath, type FileHandle } from 'node:fs/promises';

/** Nothing is waited for, as for the other end of a pipe, and no link is followed. */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/**
 * Opens a regular file at its real path; the caller closes the descriptor.
 * @throws Error with code `EMOVED` where a part of the path was replaced by a link meanwhile, or the file isn't regular any more; of the system otherwise
 */
export function openRealFileSync(realPath: string): number {
  const descriptor = openSync(realPath, readOnly);
  try {
    const found = fstatSync(descriptor);
    if (found.isFile() && isAt(descriptor, found, realPath)) return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  closeSync(descriptor);
  throw Object.assign(new Error(`${realPath} was replaced while it was read`), { code: 'EMOVED' });
}

/** The bytes of a regular file, or its first `atMost`. @throws like {@link openRealFileSync} */
export function readRealFile(realPath: string, atMost?: number): Buffer {
  const descriptor = openRealFileSync(realPath);
  try {
    if (atMost === undefined) return readFileSync(descriptor);
    const bytes = Buffer.alloc(Math.min(atMost, fstatSync(descriptor).size));
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a regular file as a stream, which closes it. @throws like {@link openRealFileSync} */
export function streamRealFile(realPath: string): AsyncIterable<Buffer> {
  return createReadStream('', { fd: openRealFileSync(realPath) }) as AsyncIterable<Buffer>;
}

/** The first bytes of any path that leads to a regular file; undefined where it doesn't, and it never waits. */
export function readBeginning(path: string, atMost: number): Buffer | undefined {
  try {
    return readRealFile(realpathSync.native(path), atMost);
  } catch {
    return undefined;
  }
}

/** Linux says where an open file lies; elsewhere the path has to lead to it still. */
function isAt(descriptor: number, found: Stats, realPath: string): boolean {
  if (process.platform === 'linux') return readlinkSync(`/proc/self/fd/${descriptor}`) === realPath;
  const there = lstatSync(realPath);
  const isSame = there.ino === found.ino && there.dev === found.dev;
  return isSame && realpathSync.native(realPath) === realPath;
}

/**
 * Opens a plain file for reading at a path that must lead there without any link, also when somebody else puts links in its place
 * meanwhile: what was opened is looked at, not the path.
 *
 * @param path absolute, without links.
 * @returns undefined when there is no such file, or something else.
 */
export async function openRealFile(path: string): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, readOnly);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(code)) return undefined;
    throw error;
  }
  try {
    const isPlain = (await file.stat()).isFile();
    if (isPlain && (await placeOf(file, path)) === path) return file;
    await file.close();
    return undefined;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function placeOf(file: FileHandle, path: string): Promise<string> {
  return process.platform === 'linux' ? readlink(`/proc/self/fd/${file.fd}`) : realpath(path);
}
