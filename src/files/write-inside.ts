/** Files below a folder that a person named: whatever others put there before, nothing is written outside of it. */
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Chunks, ChunkSink } from './chunks.ts';
import { makeFolder } from './make-folder.ts';
import { isSafePath, maxCopyPathBytes } from './safe-path.ts';
import { asNoFileMade, describeDiskFault, LinkInTheWay } from './system-fault.ts';
import { partPath } from './write-file-atomic.ts';

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** A sink that gives the file `path` below `named` its content, as {@link writeInside} does. */
export function insideSink(named: string, path: string): ChunkSink {
  return (chunks) => writeInside(named, path, chunks);
}

/**
 * Gives the file at `path` (with `/` between) below the folder `named` its content in one instant. No link is followed, at `named` or below
 * it: a file that others see under a further name keeps its content there. New files and folders are for their owner only. Not flushed, as
 * what is lost can be copied again.
 * @throws Error naming the link in the way, or the path when the disk is full or can't be written
 */
export async function writeInside(named: string, path: string, chunks: Chunks): Promise<void> {
  if (!isSafePath(path, maxCopyPathBytes))
    throw new RangeError(`"${path}" can lead out of ${named}`);
  const target = join(named, path);
  const aside = partPath(target);
  try {
    const folder = await makeFolderInside(named, dirname(path));
    refuseLink(target, await entryAt(target));
    const file = await open(aside, newFile, 0o600);
    try {
      // A folder may have become a link since it was looked at.
      const isInside = (await realpath(folder)) === join(await realpath(named), dirname(path));
      if (!isInside) throw new LinkInTheWay(folder);
      await pipeline(chunks, file.createWriteStream());
    } finally {
      await file.close();
    }
    await rename(aside, target);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw describeDiskFault(asNoFileMade(error, aside), target);
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
  if ((await entryAt(target))?.isFile() !== true) return;
  const isInside = (await realpath(dirname(target))) === join(await realpath(named), dirname(path));
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
export async function makeFolderInside(named: string, path: string): Promise<string> {
  refuseAllButFolder(named, await entryAt(named));
  await makeFolder(named);
  let folder = named;
  for (const part of path === '.' ? [] : path.split('/')) {
    folder = join(folder, part);
    let found = await entryAt(folder);
    if (found === undefined) {
      await mkdir(folder, { mode: 0o700 }).catch(unlessThere);
      found = await entryAt(folder);
    }
    refuseAllButFolder(folder, found);
  }
  return folder;
}

/** What has this name itself, without a look behind a link; undefined where nothing has. */
export async function entryAt(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
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

function unlessThere(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}
