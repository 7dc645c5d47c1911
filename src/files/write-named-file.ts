/** Files that a person named, which may be no files: a device, a pipe, or what a shell has redirected. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Chunks, ChunkSink } from './chunks.ts';
import { describeDiskFault } from './system-fault.ts';
import { entryAt } from './write-inside.ts';
import { writeFileAtomic, type Content, type WriteOptions } from './write-file-atomic.ts';

/**
 * Gives what a person named its content: as {@link writeFileAtomic} where it is a file or nothing yet, and into it where it is something else, such
 * as `/dev/null` or `/dev/stdout`, which a file must never replace.
 * @throws Error naming the path when it can't be written
 */
export async function writeNamedFile(
  path: string,
  content: Content,
  options: WriteOptions = {},
): Promise<void> {
  if (!(await isSpecial(path))) return writeFileAtomic(path, content, options);
  try {
    if (typeof content === 'function') await writeByWayOfFile(path, content);
    else await pour(path, content instanceof Uint8Array ? [content] : content);
  } catch (error) {
    throw describeDiskFault(error, path);
  }
}

/** A sink that gives what a person named its content. */
export function namedSink(path: string): ChunkSink {
  return (chunks) => writeNamedFile(path, chunks);
}

/** Whether something other than a file or folder has this name; links of the system lead to what a program was started with. */
async function isSpecial(path: string): Promise<boolean> {
  const own = entryAt(path);
  if (own === undefined || own.isFile() || own.isDirectory()) return false;
  if (!own.isSymbolicLink() || /^\/(?:dev|proc)\//u.test(resolve(path))) return true;
  const target = await stat(path).catch(() => undefined);
  return target !== undefined && !target.isFile() && !target.isDirectory();
}

/** Appends, so that nothing that a shell keeps there is lost. */
async function pour(path: string, chunks: Chunks): Promise<void> {
  await pipeline(Readable.from(chunks), createWriteStream(path, { flags: 'a' }));
}

/** For content that can only be made as a file. */
async function writeByWayOfFile(
  path: string,
  make: Extract<Content, (aside: string) => Promise<void>>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'doeflow-'));
  try {
    const aside = join(folder, 'content');
    await make(aside);
    await pipeline(createReadStream(aside), createWriteStream(path, { flags: 'a' }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
