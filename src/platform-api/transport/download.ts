import {
  closeSync,
  fstatSync,
  fsync as fsyncCallback,
  lstatSync,
  openSync,
  read as readCallback,
  renameSync,
  unlinkSync,
  write as writeCallback,
  writeSync,
} from 'node:fs';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { besidePath, describeDiskFault, partEnding, renameDurably } from '../../files/index.ts';
import { DamagedDownloadError, TooLargeError } from '../errors.ts';
import type { CallOptions, DownloadOptions, TransferOptions } from '../call-options.ts';
import type { PlatformFile } from '../schemas/index.ts';
import { connectionFailure } from './connection-failure.ts';
import { withDeadline } from './deadline.ts';
import { readIntoFile } from './ranged-contents.ts';
import { readVerifiedContents } from './verified-contents.ts';
import type { Contents } from './verified-contents.ts';
import type { Transport } from './transport.ts';

const fsync = promisify(fsyncCallback);
const read = promisify(readCallback);
const write = promisify(writeCallback);

/** Pieces of so many bytes are written at once: the way to another thread and back would cost more than the write. */
const shortBytes = 65_536;

/**
 * Writes a file's contents to `<targetPath>.part` and gives it its name once they are proven. A part left by an attempt that was
 * killed, or still held by one that doesn't know it was given up, is replaced: only the newest attempt can finish.
 * @throws DamagedDownloadError and nothing is kept
 */
export async function downloadFile(
  transport: Transport,
  file: PlatformFile,
  targetPath: string,
  options: DownloadOptions = {},
): Promise<Contents> {
  const partPath = besidePath(targetPath, partEnding);
  const part = openFresh(partPath);
  let fault: unknown;
  // A disk that can't be written is no failure of the platform, and says nothing about the file.
  const take = async (piece: Uint8Array, at: number): Promise<void> => {
    try {
      await writeAll(part, piece, at);
    } catch (error) {
      fault = describeDiskFault(error, partPath);
      throw error;
    }
  };
  try {
    const target = {
      write: take,
      read: (buffer: Uint8Array, at: number) => readAll(part, buffer, at),
    };
    const contents = await withTransferDeadline(transport, file, options.signal, (signal) =>
      readIntoFile(transport, file, target, { onProgress: options.onProgress, signal }),
    );
    // Flushed before the look, so that nothing slow stands between it and the rename.
    if (options.fsync !== false) await fsync(part);
    assertStillOurs(part, partPath, file);
    await giveName(partPath, targetPath, options.fsync !== false, file);
    // A writer that came between the look and the rename may have given its unfinished part our name.
    assertStillOurs(part, targetPath, file);
    return contents;
  } catch (error) {
    if (isOurs(part, partPath)) unlinkSync(partPath);
    throw fault ?? error;
  } finally {
    closeSync(part);
  }
}

/** A file's contents in memory, proven. @throws TooLargeError above `maxBytes` */
export async function readFileContents(
  transport: Transport,
  file: PlatformFile,
  options: CallOptions & { readonly maxBytes?: number | undefined } = {},
): Promise<Buffer> {
  const maxBytes = options.maxBytes ?? 16 * 1024 * 1024;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const take = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > maxBytes) {
      throw new TooLargeError(`Expected at most ${maxBytes} bytes, got more (file ${file.id})`, {
        method: 'GET',
        path: `/api/v2/files/${file.id}/contents/`,
      });
    }
    pieces.push(piece);
  };
  // What the platform says of its size gives it no time for more than is taken.
  const size = Math.min(file.decryptedSize ?? maxBytes, maxBytes);
  await withTransferDeadline(
    transport,
    { ...file, decryptedSize: size },
    options.signal,
    (signal) => readVerifiedContents(transport, file, take, { onProgress: undefined, signal }),
  );
  return Buffer.concat(pieces);
}

/** A file's contents piece by piece, no faster than they are read; ends with an error unless they are proven. Nothing is asked before the first read. */
export async function* streamFileContents(
  transport: Transport,
  file: PlatformFile,
  options: TransferOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const pipe = new PassThrough({ highWaterMark: 256 * 1024 });
  const take = (piece: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      pipe.write(piece, (error) => (error == null ? resolve() : reject(error)));
    });
  const left = new AbortController();
  const ended =
    options.signal === undefined ? left.signal : AbortSignal.any([left.signal, options.signal]);
  const done = withTransferDeadline(transport, file, ended, (signal) =>
    readVerifiedContents(transport, file, take, { onProgress: options.onProgress, signal }),
  ).then(
    () => void pipe.end(),
    (error: unknown) => void pipe.destroy(error as Error),
  );
  try {
    yield* pipe as AsyncIterable<Uint8Array>;
  } finally {
    pipe.destroy();
    left.abort();
    await done;
  }
}

/** A timer takes no more, and no file needs it. */
const longestMs = 7 * 24 * 3_600_000;

async function withTransferDeadline<T>(
  transport: Transport,
  file: PlatformFile,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { transferBaseMs, slowestBytesPerSecond } = transport.timeouts;
  const bytes = file.decryptedSize ?? 100_000_000;
  const deadlineMs = Math.min(longestMs, transferBaseMs + (bytes / slowestBytesPerSecond) * 1000);
  try {
    return await withDeadline(deadlineMs, callerSignal, work);
  } catch (error) {
    const call = { method: 'GET', path: `/api/v2/files/${file.id}/contents/` };
    throw callerSignal?.aborted ? error : connectionFailure(error, call, transport.redact);
  }
}

/** A new file that nobody else writes to, as its descriptor: an older one of the name keeps its writer but loses the name. */
function openFresh(path: string): number {
  for (let tries = 0; ; tries += 1) {
    try {
      return openSync(path, 'wx+', 0o600);
    } catch (error) {
      if (!isFileError(error, 'EEXIST') || tries >= 5) throw error;
      try {
        unlinkSync(path);
      } catch (gone) {
        if (!isFileError(gone, 'ENOENT')) throw gone;
      }
    }
  }
}

async function writeAll(part: number, piece: Uint8Array, at: number): Promise<void> {
  const isShort = piece.length <= shortBytes;
  for (let written = 0; written < piece.length;) {
    const rest = [piece, written, piece.length - written, at + written] as const;
    written += isShort ? writeSync(part, ...rest) : (await write(part, ...rest)).bytesWritten;
  }
}

async function readAll(part: number, buffer: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < buffer.length;) {
    const { bytesRead } = await read(part, buffer, done, buffer.length - done, at + done);
    if (bytesRead === 0) throw new Error(`Expected byte ${at + done} of what was just written`);
    done += bytesRead;
  }
}

function isOurs(part: number, path: string): boolean {
  const named = lstatSync(path, { throwIfNoEntry: false });
  if (named === undefined) return false;
  const ours = fstatSync(part);
  return ours.ino === named.ino && ours.dev === named.dev;
}

function assertStillOurs(part: number, path: string, file: PlatformFile): void {
  if (!isOurs(part, path)) throw writtenByAnother(file);
}

async function giveName(
  partPath: string,
  targetPath: string,
  isDurable: boolean,
  file: PlatformFile,
): Promise<void> {
  try {
    if (isDurable) await renameDurably(partPath, targetPath);
    else renameSync(partPath, targetPath);
  } catch (error) {
    throw isFileError(error, 'ENOENT') ? writtenByAnother(file) : error;
  }
}

function writtenByAnother(file: PlatformFile): DamagedDownloadError {
  return new DamagedDownloadError(`Another process writes file ${file.id} to the same place`, {
    method: 'GET',
    path: `/api/v2/files/${file.id}/contents/`,
  });
}

function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
