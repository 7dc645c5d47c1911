/** What a file holds, for answers: read at once where it is small, else as it is sent. */
import { closeSync, fstatSync, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openRealFile, openRealFileSync } from '../../files/index.ts';
import type { PlatformContext } from '../context.ts';
import type { FileRow } from '../database/file-store.ts';
import { Problem, notFound } from './problem.ts';

/** Up to here the way over another thread takes longer than the reading. */
const readAtOnceBytes = 64_000;

/**
 * The bytes of a file from `start` to `end`, both counted in.
 * @throws Problem like {@link openContent}
 */
export async function contentOf(
  context: PlatformContext,
  file: FileRow,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Buffer | Readable> {
  if (file.size <= readAtOnceBytes) return readContent(context, file).subarray(start, end + 1);
  const content = await openContent(context, file);
  return Readable.from(whole(content.createReadStream({ start, end }), end - start + 1));
}

/**
 * A file's content. @throws Problem 404 when it is gone, or a run has put something else in its place; 409 when what a run left behind has made it
 * longer or shorter since its record was made
 */
export async function openContent(context: PlatformContext, file: FileRow): Promise<FileHandle> {
  const content = await openRealFile(pathOf(context, file));
  if (content === undefined) throw gone();
  const { size } = await content.stat();
  if (size === file.size) return content;
  await content.close();
  throw changed(file, size);
}

function readContent(context: PlatformContext, file: FileRow): Buffer {
  let descriptor: number;
  try {
    descriptor = openRealFileSync(pathOf(context, file));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EMOVED'].includes(code)) throw gone();
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    if (size !== file.size) throw changed(file, size);
    const bytes = Buffer.alloc(size);
    assertWhole(readSync(descriptor, bytes, 0, size, 0), size);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes as they come; a file that is cut meanwhile ends the connection, since nobody would wait for the rest in vain then. */
async function* whole(content: AsyncIterable<Buffer>, expected: number): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const chunk of content) {
    sent += chunk.length;
    yield chunk;
  }
  assertWhole(sent, expected);
}

function assertWhole(bytes: number, expected: number): void {
  if (bytes < expected) throw new Error(`Expected ${expected} bytes of a file, got ${bytes}`);
}

function pathOf(context: PlatformContext, { storedPath }: FileRow): string {
  return join(context.dataFolder, storedPath);
}

function gone(): Problem {
  return notFound('The content of this file is not there.');
}

function changed(file: FileRow, size: number): Problem {
  const detail = `The file was changed after its run had ended: ${file.size} bytes were recorded, ${size} are there.`;
  return new Problem(409, { detail });
}
