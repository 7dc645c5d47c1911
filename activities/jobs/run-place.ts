/** Where the files of one run go while it is judged: a folder, or, where all are short, the memory. */
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { join, relative } from 'node:path';
import {
  TooLargeError,
  type PlatformClient,
  type PlatformFile,
} from '../../src/platform-api/index.ts';
import {
  safeJoin,
  safePlaceBeside,
  unnamedPlace,
  type CollectedFiles,
  type FileContents,
} from '../../src/store/index.ts';

/** A file that was fetched: its path in the run's folder, and its MD5. */
export interface FetchedFile {
  readonly path: string;
  readonly md5: string;
}

export interface RunPlace {
  /** What is there by now. */
  readonly files: CollectedFiles;
  /** @param name by which the run knows the file */
  fetch(file: PlatformFile, name: string, signal: AbortSignal): Promise<FetchedFile>;
  /** Takes in contents that are known without a request; absent where every file is downloaded. */
  put?(file: PlatformFile, name: string, content: Buffer): FetchedFile;
  /** The last 64 KB of a text file; empty for one that isn't there. */
  endOf(path: string): Promise<string>;
}

/** A place in memory. */
export interface MemoryPlace extends RunPlace {
  readonly files: FileContents;
}

/** Thrown where the files of a run, against what the platform's records of them say, are too long to be held in memory. */
export class OutgrownError extends Error {
  constructor({ id }: PlatformFile) {
    super(`file ${id} is longer than its record says`);
  }
}

/** A file of which more is read into memory would be one that isn't packed anyway. */
export const longestInMemory = 1024 * 1024;
const endBytes = 65_536;

/** Into a folder of the store. */
export function folderPlace({ files }: Pick<PlatformClient, 'files'>, folder: string): RunPlace {
  return {
    files: folder,
    async fetch(file, name, signal) {
      const target = safeJoin(folder, name, unnamedPlace(file.id));
      const { md5 } = await files.download(file, target, { signal, fsync: false });
      return { path: relative(folder, target), md5 };
    },
    endOf: (path) => readEndOfFile(join(folder, path)),
  };
}

/**
 * Into memory. @param before files that an earlier look has collected of the same attempt
 * @throws OutgrownError, from `fetch`
 */
export function memoryPlace(
  { files }: Pick<PlatformClient, 'files'>,
  before: FileContents,
): MemoryPlace {
  const contents = new Map(before);
  const put = (file: PlatformFile, name: string, content: Buffer): FetchedFile => {
    const path = safePlaceBeside(contents.keys(), name, unnamedPlace(file.id));
    contents.set(path, content);
    return { path, md5: createHash('md5').update(content).digest('hex') };
  };
  return {
    files: contents,
    put,
    async fetch(file, name, signal) {
      const content = await files
        .read(file, { signal, maxBytes: longestInMemory })
        .catch((error: unknown) => {
          throw error instanceof TooLargeError ? new OutgrownError(file) : error;
        });
      return put(file, name, content);
    },
    endOf(path) {
      const content = contents.get(path) ?? Buffer.alloc(0);
      const end = content.subarray(Math.max(0, content.length - endBytes));
      return Promise.resolve(end.toString('utf8'));
    },
  };
}

async function readEndOfFile(path: string): Promise<string> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { size } = await file.stat();
    const length = Math.min(size, endBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    await file.close();
  }
}
