import { createHash } from 'node:crypto';
import { DamagedUploadError, TooLargeError } from '../errors.ts';
import type { FailedCall } from '../errors.ts';
import type { TransferOptions } from '../call-options.ts';
import { fileSchema } from '../schemas/index.ts';
import type { PlatformFile } from '../schemas/index.ts';
import { callJson } from './call.ts';
import { frameMultipart } from './multipart.ts';
import { createProgress } from './progress.ts';
import type { Transport } from './transport.ts';

/** The platform takes and gives no larger files through its API; read as decimal gigabytes, the smaller meaning. */
export const largestFileBytes = 5_000_000_000;

const path = '/api/v2/files/contents/';

/** Something to send: its length must be known. */
export interface UploadSource {
  readonly name: string;
  readonly typeId: number | undefined;
  readonly bytes: number;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/**
 * Sends one file as multipart with a known length, in flat memory, and gives back its record.
 * @throws TooLargeError before anything is sent; DamagedUploadError when the source has another length than said, or the record
 *   another size or MD5 than what was sent
 */
export async function uploadFile(
  transport: Transport,
  source: UploadSource,
  options: TransferOptions,
): Promise<PlatformFile> {
  const call: FailedCall = { method: 'POST', path };
  if (source.bytes > largestFileBytes) {
    throw new TooLargeError(
      `Expected a file of at most ${largestFileBytes} bytes, got ${source.bytes} (${source.name})`,
      { ...call, hint: 'Split the archive, or keep large data in storage that the job can reach.' },
    );
  }
  const fields: Record<string, string> =
    source.typeId === undefined ? {} : { typeId: String(source.typeId) };
  const frame = frameMultipart(transport.newBoundary(), fields, source.name, source.bytes);
  const progress = createProgress(options.onProgress, source.bytes, transport.clock);
  const md5 = createHash('md5');
  async function* body(): AsyncGenerator<Uint8Array> {
    yield frame.before;
    let sent = 0;
    for await (const piece of source.open()) {
      sent += piece.length;
      if (sent > source.bytes) break;
      md5.update(piece);
      progress.add(piece.length);
      yield piece;
    }
    if (sent !== source.bytes) {
      throw new DamagedUploadError(
        `Expected ${source.bytes} bytes of ${source.name}, got ${sent}: the file changed while it was sent`,
        { ...call, ambiguous: false },
      );
    }
    yield frame.after;
  }
  const { timeouts } = transport;
  const deadlineMs =
    timeouts.transferBaseMs + (source.bytes / timeouts.slowestBytesPerSecond) * 1000;
  const file = await callJson(
    transport,
    {
      method: 'POST',
      path,
      body: { kind: 'stream', contentType: frame.contentType, length: frame.length, open: body },
    },
    fileSchema,
    options.signal,
    deadlineMs,
  );
  assertStored(file, source.bytes, md5.digest('hex'), call);
  progress.end();
  return file;
}

function assertStored(file: PlatformFile, bytes: number, md5: string, call: FailedCall): void {
  if (file.decryptedSize != null && file.decryptedSize !== bytes) {
    throw new DamagedUploadError(
      `Expected ${bytes} bytes to be stored, got ${file.decryptedSize}`,
      call,
    );
  }
  const stored = file.md5?.toLowerCase() ?? '';
  if (/^[0-9a-f]{32}$/.test(stored) && stored !== md5) {
    throw new DamagedUploadError(`Expected MD5 ${md5} to be stored, got ${stored}`, call);
  }
}
