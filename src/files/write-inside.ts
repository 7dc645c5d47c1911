/** Files below a folder that a person named: whatever others put there before, nothing is written outside of it. */
import {
  closeSync,
  constants,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  write as writeCallback,
  writeSync,
} from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Chunks, ChunkSink } from './chunks.ts';
import { makeFolderSync } from './make-folder.ts';
import { isSafePath, maxCopyPathBytes } from './safe-path.ts';
import { asNoFileMade, describeDiskFault, LinkInTheWay } from './system-fault.ts';
import { takeTurn } from './take-turn.ts';
import { partPath } from './write-file-atomic.ts';

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

const write = promisify(writeCallback);
const realPathOf = realpathSync.native;

/** Pieces of so many bytes are written at once: the way to another thread and back would cost more than the write. */
const shortBytes = 65_536;

/** A sink that gives the file `path` below `named` its content, as {@link writeInside} does. */
export function insideSink(named: string, path: string): ChunkSink {
  return (chunks) => writeInside(named, path, chunks);
}

/**
 * Gives the file at `path` (with `/` between) below the folder `named` its content in one instant. No link is followed, at `named` or below
 * it: a file that others see under a further name keeps its content there. New files and folders are for their owner only. Not flushed, as
 * what is lost can be copied again.
 * @param modifiedMs when its content was made, in milliseconds since 1970; without it, now
 * @throws Error naming the link in the way, or the path when the disk is full or can't be written
 */
export async function writeInside(
  named: string,
  path: string,
  chunks: Chunks,
  modifiedMs?: number,
): Promise<void> {
  if (!isSafePath(path, maxCopyPathBytes))
    throw new RangeError(`"${path}" can lead out of ${named}`);
  const target = join(named, path);
  const aside = partPath(target);
  await takeTurn();
  try {
    const folder = makeFolderBelow(named, dirname(path));
    refuseLink(target, entryAt(target));
    const file = openSync(aside, newFile, 0o600);
    try {
      // A folder may have become a link since it was looked at.
      const isInside = realPathOf(folder) === join(realPathOf(named), dirname(path));
      if (!isInside) throw new LinkInTheWay(folder);
      for await (const chunk of chunks) await writeAll(file, chunk);
      if (modifiedMs !== undefined) futimesSync(file, modifiedMs / 1000, modifiedMs / 1000);
    } finally {
      closeSync(file);
    }
    renameSync(aside, target);
  } catch (error) {
    removeQuietly(aside);
    throw describeDiskFault(asNoFileMade(error, aside), target);
  }
}

async function writeAll(file: number, chunk: string | Uint8Array): Promise<void> {
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  for (let written = 0; written < bytes.length;) {
    written +=
      bytes.length <= shortBytes
        ? writeSync(file, bytes, written)
        : (await write(file, bytes, written)).bytesWritten;
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The reason for which nothing was written is what counts.
  }
}

/**
 * Removes the plain file at `path` below the folder `named` where its content is as told. No link is followed: what is behind one stays, as does
 * a file that isn't there.
 */
export async function removeInside(
  named: string,
  path: string,
  isWanted: (content: AsyncIterable<Buffer>) => Promise<boolean>,
): Promise<void> {
  if (!isSafePath(path, maxCopyPathBytes))
    throw new RangeError(`"${path}" can lead out of ${named}`);
  const target = join(named, path);
  if (entryAt(target)?.isFile() !== true) return;
  const isInside = realPathOf(dirname(target)) === join(realPathOf(named), dirname(path));
  if (!isInside) return;
  const file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    if (!(await isWanted(file.createReadStream({ autoClose: false })))) return;
  } finally {
    await file.close();
  }
  await rm(target, { force: true });
}

/** Makes the folder `path` below `named`, and gives it back. @throws Error naming a link in the way */
function makeFolderBelow(named: string, path: string): string {
  refuseAllButFolder(named, entryAt(named));
  makeFolderSync(named);
  let folder = named;
  for (const part of path === '.' ? [] : path.split('/')) {
    folder = join(folder, part);
    let found = entryAt(folder);
    if (found === undefined) {
      makeOneFolder(folder);
      found = entryAt(folder);
    }
    refuseAllButFolder(folder, found);
  }
  return folder;
}

function makeOneFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** What has this name itself, without a look behind a link; undefined where nothing has. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function refuseLink(path: string, found: Stats | undefined): void {
  if (found?.isSymbolicLink() === true) throw new LinkInTheWay(path);
}

function refuseAllButFolder(path: string, found: Stats | undefined): void {
  refuseLink(path, found);
  if (found === undefined || found.isDirectory()) return;
  throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR', path });
}
