/** Files that are whole or absent: written beside their place, flushed, then put there in one instant. */
import { createHash, randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { link, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ChunkSink, Chunks } from './chunks.ts';
import { flush } from './flush.ts';
import { makeFolder, makeFolderSync } from './make-folder.ts';
import { asNoFileMade, describeDiskFault } from './system-fault.ts';

/** Ending of files that are being written; whatever carries it after a crash is rubbish. */
export const partEnding = '.part';

/** Bytes or pieces of a file, or what makes a file of that name. */
export type Content = Uint8Array | Chunks | ((aside: string) => Promise<void>);

export interface WriteOptions {
  /** Only this user may read the file, as they alone may use the folders that are made for it. */
  readonly isPrivate?: boolean;
  /** False where the file's name need not outlive a loss of power yet: whoever writes many files flushes their folders once, by {@link flushFolders}. */
  readonly isSettled?: boolean;
}

/**
 * Gives `path` its content in one instant. What was there before stays when that fails.
 * @throws Error naming the path when the disk is full or can't be written; it heals once there is room
 */
export async function writeFileAtomic(
  path: string,
  content: Content,
  options: WriteOptions = {},
): Promise<void> {
  await placeFile(path, content, options, async (aside) => {
    await rename(aside, path);
    return { isPlaced: true, isLeft: false };
  });
}

/** A sink that gives the file at `path` its content. */
export function fileSink(path: string): ChunkSink {
  return (chunks) => writeFileAtomic(path, chunks);
}

/**
 * As {@link writeFileAtomic}, but never replaces a file; of several processes exactly one succeeds.
 * @returns false when there is a file already
 */
export async function createFileAtomic(
  path: string,
  content: Content,
  options: WriteOptions = {},
): Promise<boolean> {
  return placeFile(path, content, options, async (aside) => {
    return { isPlaced: await linkIfFree(aside, path), isLeft: true };
  });
}

/**
 * The same as {@link writeFileAtomic} for a short text that must be in place before the next statement runs. The file and folders it makes
 * are for their owner only; after a loss of power the content is whole, but it may be the older one.
 */
export function writeFileAtomicSync(path: string, text: string): void {
  const aside = partPath(path);
  try {
    makeFolderSync(dirname(path));
    writeFileSync(aside, text, { mode: 0o600, flush: true });
    renameSync(aside, path);
  } catch (error) {
    removeQuietly(aside);
    throw describeDiskFault(asNoFileMade(error, aside), path);
  }
}

/** A path beside `path` that no other writer uses. */
export function partPath(path: string): string {
  return besidePath(path, `.${randomBytes(6).toString('hex')}${partEnding}`);
}

/** Most bytes of one name on the file systems that are common. */
const longestName = 255;

/** A path beside `path` with this ending: that of its name where it has room for the ending, else of the name's hash. */
export function besidePath(path: string, ending: string): string {
  const name = basename(path);
  if (Buffer.byteLength(name) + ending.length <= longestName) return `${path}${ending}`;
  return join(dirname(path), `${createHash('sha256').update(name).digest('hex')}${ending}`);
}

/** @param place gives the file its name, and says whether it is still there under the other one */
async function placeFile(
  path: string,
  content: Content,
  { isPrivate = false, isSettled = true }: WriteOptions,
  place: (aside: string) => Promise<{ readonly isPlaced: boolean; readonly isLeft: boolean }>,
): Promise<boolean> {
  const aside = partPath(path);
  let isLeft = true;
  try {
    const made = await writeDurably(aside, content, isPrivate);
    const placed = await place(aside);
    ({ isLeft } = placed);
    if (isSettled) await flushFolders(foldersAbove(path, made));
    return placed.isPlaced;
  } catch (error) {
    throw describeDiskFault(asNoFileMade(error, aside), path);
  } finally {
    // On a read-only disk this is refused too, and must not hide why nothing was written.
    if (isLeft) await rm(aside, { force: true }).catch(() => undefined);
  }
}

/** Makes names of what lies in the folders outlive a loss of power, folder by folder. */
export async function flushFolders(folders: Iterable<string>): Promise<void> {
  for (const folder of folders) await flush(folder);
}

/** The folder of a file, and those above it whose names are new: up to the one that holds `made`. */
function foldersAbove(path: string, made: string | undefined): readonly string[] {
  const folders = [dirname(path)];
  for (let folder = dirname(path); made !== undefined && folder !== dirname(made);) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** @returns the first folder that was made for it */
async function writeDurably(
  aside: string,
  content: Content,
  isPrivate: boolean,
): Promise<string | undefined> {
  const mode = isPrivate ? 0o600 : undefined;
  if (typeof content === 'function') {
    const made = await makeFolder(dirname(aside));
    await content(aside);
    await flush(aside, mode);
    return made;
  }
  const { file, made } = await openNew(aside, mode).catch((error: unknown) => {
    // Nobody reads it now, and its connection must not stay open.
    if (content instanceof Readable) content.destroy();
    throw error;
  });
  try {
    await writeFile(file, content);
    // Its maker's umask may have taken away what its owner needs.
    if (mode !== undefined) await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
  return made;
}

async function openNew(
  path: string,
  mode: number | undefined,
): Promise<{ readonly file: FileHandle; readonly made?: string | undefined }> {
  try {
    // Most often its folder is there.
    return { file: await open(path, 'wx', mode) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const made = await makeFolder(dirname(path));
    return { file: await open(path, 'wx', mode), made };
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The reason for which nothing was written is what counts.
  }
}

async function linkIfFree(aside: string, path: string): Promise<boolean> {
  try {
    await link(aside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
