import { open, lstat, rename, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { besidePath, describeDiskFault, partEnding, renameDurably } from '../../files/index.ts';
import { DamagedDownloadError, TooLargeError } from '../errors.ts';
import type { CallOptions, DownloadOptions, TransferOptions } from '../call-options.ts';
import type { PlatformFile } from '../schemas/index.ts';
import { connectionFailure } from './connection-failure.ts';
import { withDeadline } from './deadline.ts';
import { readVerifiedContents } from './verified-contents.ts';
import type { Contents } from './verified-contents.ts';
import type { Transport } from './transport.ts';

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
  const part = await openFresh(partPath);
  let fault: unknown;
  // A disk that can't be written is no failure of the platform, and says nothing about the file.
  const take = async (piece: Uint8Array): Promise<void> => {
    try {
      await writeAll(part, piece);
    } catch (error) {
      fault = describeDiskFault(error, partPath);
      throw error;
    }
  };
  try {
    const contents = await withTransferDeadline(transport, file, options.signal, (signal) =>
      readVerifiedContents(transport, file, take, {
        onProgress: options.onProgress,
        signal,
      }),
    );
    // Flushed before the look, so that nothing slow stands between it and the rename.
    if (options.fsync !== false) await part.sync();
    await assertStillOurs(part, partPath, file);
    await nameDurably(partPath, targetPath, options.fsync !== false, file);
    // A writer that came between the look and the rename may have given its unfinished part our name.
    await assertStillOurs(part, targetPath, file);
    return contents;
  } catch (error) {
    if (await isOurs(part, partPath)) await unlink(partPath);
    throw fault ?? error;
  } finally {
    await part.close();
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

/** A new file that nobody else writes to: an older one of the name keeps its writer but loses the name. */
async function openFresh(path: string): Promise<FileHandle> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (!isFileError(error, 'EEXIST') || tries >= 5) throw error;
      await unlink(path).catch((gone: unknown) => {
        if (!isFileError(gone, 'ENOENT')) throw gone;
      });
    }
  }
}

async function writeAll(part: FileHandle, piece: Uint8Array): Promise<void> {
  for (let written = 0; written < piece.length;) {
    written += (await part.write(piece, written)).bytesWritten;
  }
}

async function isOurs(part: FileHandle, partPath: string): Promise<boolean> {
  try {
    const [ours, named] = await Promise.all([part.stat(), lstat(partPath)]);
    return ours.ino === named.ino && ours.dev === named.dev;
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return false;
    throw error;
  }
}

async function assertStillOurs(part: FileHandle, path: string, file: PlatformFile): Promise<void> {
  if (!(await isOurs(part, path))) throw writtenByAnother(file);
}

async function nameDurably(
  partPath: string,
  targetPath: string,
  isDurable: boolean,
  file: PlatformFile,
): Promise<void> {
  try {
    await (isDurable ? renameDurably : rename)(partPath, targetPath);
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
