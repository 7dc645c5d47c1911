import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ResultError } from '../errors.ts';
import { readUtf8 } from '../files/index.ts';

/** Larger files are no answer of one run but a dump; they are refused rather than read. */
export const runTextMaxBytes = 64 * 1024 * 1024;

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
export async function readRunText(folder: string, name: string): Promise<RunText> {
  const file = await openFile(join(folder, name), name);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new ResultError('RESULT_MISSING', `the run left no file ${name}`);
    if (found.size > runTextMaxBytes) {
      throw new ResultError(
        'RESULT_TOO_LARGE',
        `Expected ${name} of at most ${runTextMaxBytes} bytes, got ${found.size}`,
        { hint: 'write the response to a small file of its own' },
      );
    }
    if (found.size === 0) {
      throw new ResultError('RESULT_EMPTY', `Expected text in ${name}, got an empty file`);
    }
    return decode(await file.readFile(), name);
  } finally {
    await file.close();
  }
}

async function openFile(path: string, name: string): Promise<FileHandle> {
  try {
    return await open(path);
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
