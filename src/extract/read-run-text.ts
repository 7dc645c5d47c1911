import { closeSync, constants, fstatSync, openSync, read as readCallback, readSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ResultError } from '../errors.ts';
import { readUtf8 } from '../files/index.ts';
import type { CollectedFiles, FileContents } from '../store/index.ts';

/** Larger files are no answer of one run but a dump; they are refused rather than read. */
export const runTextMaxBytes = 64 * 1024 * 1024;

const read = promisify(readCallback);

/** Nothing is waited for, as for the other end of a pipe. */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK;

/** Files of so many bytes are read at once: the way to another thread and back would cost more than reading them. */
const shortBytes = 65_536;

/** The text of a run's file. */
export interface RunText {
  readonly text: string;
  /** The file isn't UTF-8, so that each byte stands as the letter of its number (Latin-1): numbers and plain letters are right, others may be guessed. */
  readonly isBytes: boolean;
}

/**
 * The text of a run's file. A log with a degree sign of another encoding has its numbers all the same.
 * @throws ResultError RESULT_MISSING, RESULT_EMPTY, RESULT_TOO_LARGE or RESULT_NOT_TEXT for what the run left; any other error is
 * this machine's (disk, descriptors), and no verdict on the run
 */
export async function readRunText(files: CollectedFiles, name: string): Promise<RunText> {
  if (typeof files !== 'string') return readContent(files, name);
  const file = openFile(join(files, name), name);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new ResultError('RESULT_MISSING', `the run left no file ${name}`);
    requireSize(found.size, name);
    return decode(await readAll(file, found.size), name);
  } finally {
    closeSync(file);
  }
}

function readContent(contents: FileContents, name: string): RunText {
  const content = contents.get(name);
  if (content === undefined) {
    throw new ResultError('RESULT_MISSING', `the run left no file ${name}`);
  }
  requireSize(content.length, name);
  return decode(content, name);
}

function requireSize(bytes: number, name: string): void {
  if (bytes > runTextMaxBytes) {
    throw new ResultError(
      'RESULT_TOO_LARGE',
      `Expected ${name} of at most ${runTextMaxBytes} bytes, got ${bytes}`,
      { hint: 'write the response to a small file of its own' },
    );
  }
  if (bytes === 0) {
    throw new ResultError('RESULT_EMPTY', `Expected text in ${name}, got an empty file`);
  }
}

async function readAll(file: number, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const bytesRead =
      size <= shortBytes
        ? readSync(file, bytes, length, size - length, length)
        : (await read(file, bytes, length, size - length, length)).bytesRead;
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

function openFile(path: string, name: string): number {
  try {
    return openSync(path, readOnly);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw cause;
    throw new ResultError('RESULT_MISSING', `the run left no file ${name}`, { cause });
  }
}

function decode(bytes: Buffer, name: string): RunText {
  const text = readUtf8(bytes, name);
  if (typeof text === 'string') return { text: text.replace(/^\uFEFF/u, ''), isBytes: false };
  const isMarked = /^(?:fffe|feff)/u.test(bytes.subarray(0, 2).toString('hex'));
  if (!isMarked && !bytes.includes(0)) return { text: bytes.toString('latin1'), isBytes: true };
  const got = isMarked ? 'UTF-16, by its byte-order mark' : 'other bytes';
  throw new ResultError('RESULT_NOT_TEXT', `Expected ${name} to be UTF-8 text, got ${got}`);
}
