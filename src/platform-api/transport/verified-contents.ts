import { createHash } from 'node:crypto';
import {
  AuthenticationError,
  DamagedDownloadError,
  PermissionError,
  TooLargeError,
} from '../errors.ts';
import type { FailedCall } from '../errors.ts';
import type { TransferOptions } from '../call-options.ts';
import type { PlatformFile } from '../schemas/index.ts';
import type { ApiRequest } from './api-request.ts';
import { exchange } from './exchange.ts';
import type { Answer } from './answer.ts';
import { createProgress } from './progress.ts';
import { repeatReads } from './repeat-reads.ts';
import { resumedBody } from './resumed-body.ts';
import type { Transport } from './transport.ts';
import { largestFileBytes } from './upload.ts';

/** What passed, once all of it has and nothing was wrong with it. */
export interface Contents {
  readonly bytes: number;
  readonly md5: string;
}

/** How contents are read. */
export interface Reading {
  readonly onProgress: TransferOptions['onProgress'];
  /** Ends it, with the deadline already in it. */
  readonly signal: AbortSignal;
}

/** The begin of a file's contents. */
export interface OpenedContents {
  /** What it answers: asked with a range it gives a part. */
  readonly request: ApiRequest;
  readonly answer: Answer;
}

/**
 * Asks for a file's contents, where its record says and else at the platform itself.
 * @throws TooLargeError
 */
export async function openContents(
  transport: Transport,
  file: PlatformFile,
  signal: AbortSignal,
  headers: ApiRequest['headers'] = {},
): Promise<OpenedContents> {
  const own = `/api/v2/files/${encodeURIComponent(file.id)}/contents/`;
  let request: ApiRequest = { method: 'GET', path: file.downloadUrl ?? own };
  const expected = file.decryptedSize ?? undefined;
  if (expected !== undefined && expected > largestFileBytes) {
    throw new TooLargeError(
      `Expected a file of at most ${largestFileBytes} bytes, got ${expected} (${file.id})`,
      request,
    );
  }
  const ask = (): Promise<Answer> =>
    repeatReads(transport, request, signal, () =>
      exchange(transport, { ...request, headers }, signal),
    );
  try {
    return { request, answer: await ask() };
  } catch (error) {
    const isRefused = error instanceof AuthenticationError || error instanceof PermissionError;
    if (!isRefused || file.downloadUrl == null) throw error;
    // Such as the address of a host behind the platform, which gets no token: the platform itself hands the file out, too.
    request = { method: 'GET', path: own };
    return { request, answer: await ask() };
  }
}

/**
 * The contents of a file, piece by piece into `take`, resumed after a cut, checked against the record's size and MD5 and the answer's length. What
 * `take` got is good only when this resolves.
 * @param opened where the contents were asked for whole already
 * @throws DamagedDownloadError, TooLargeError
 */
export async function readVerifiedContents(
  transport: Transport,
  file: PlatformFile,
  take: (piece: Uint8Array) => Promise<void> | void,
  { onProgress, signal }: Reading,
  opened?: OpenedContents,
): Promise<Contents> {
  const { request, answer } = opened ?? (await openContents(transport, file, signal));
  const expected = file.decryptedSize ?? undefined;
  const progress = createProgress(onProgress, expected, transport.clock);
  const md5 = createHash('md5');
  let bytes = 0;
  for await (const piece of resumedBody(transport, request, answer, signal)) {
    bytes += piece.length;
    if (bytes > (expected ?? largestFileBytes)) break;
    md5.update(piece);
    await take(piece);
    progress.add(piece.length);
  }
  const contents = { bytes, md5: md5.digest('hex') };
  assertUndamaged(file, answer, contents);
  progress.end();
  return contents;
}

/** @throws DamagedDownloadError for what isn't the file of the record, or can't be compared with it */
export function assertUndamaged(file: PlatformFile, answer: Answer, contents: Contents): void {
  const damaged = (reason: string, call: FailedCall = answer.call) =>
    new DamagedDownloadError(`${reason} (file ${file.id})`, call);
  if (file.decryptedSize != null && contents.bytes !== file.decryptedSize) {
    throw damaged(`Expected ${file.decryptedSize} bytes, got ${contents.bytes}`);
  }
  const md5 = file.md5?.toLowerCase() ?? '';
  const hasMd5 = /^[0-9a-f]{32}$/.test(md5);
  if (hasMd5 && md5 !== contents.md5) {
    throw damaged(`Expected MD5 ${md5}, got ${contents.md5}`);
  }
  const { 'content-length': length, 'transfer-encoding': encoding } = answer.headers;
  const framed = length !== undefined || encoding !== undefined;
  if (file.decryptedSize == null && !hasMd5 && !framed) {
    throw damaged('The contents can’t be checked: the platform gave no size, MD5 or length');
  }
}
