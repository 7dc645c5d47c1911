/** Large files by several ranges at a time: one connection to a far platform seldom gives what the line could. */
import { createHash } from 'node:crypto';
import { DamagedDownloadError, PlatformError, RateLimitError } from '../errors.ts';
import type { PlatformFile } from '../schemas/index.ts';
import type { Answer } from './answer.ts';
import type { ApiRequest } from './api-request.ts';
import { createProgress } from './progress.ts';
import { askRange, isRange, resumedBody } from './resumed-body.ts';
import type { Transport } from './transport.ts';
import {
  assertUndamaged,
  openContents,
  readVerifiedContents,
  type Contents,
  type OpenedContents,
  type Reading,
} from './verified-contents.ts';

/** So many bytes are asked for at once. */
const rangeBytes = 32 * 2 ** 20;
/** Ranges on their way at a time, of one file. */
const rangesAtOnce = 4;
/** Read back for the hash in such pieces. */
const hashBytes = 2 ** 20;

/** A file on this machine, written in any order. */
export interface WrittenFile {
  readonly write: (piece: Uint8Array, at: number) => Promise<void>;
  /** Fills the buffer with what was written. */
  readonly read: (buffer: Uint8Array, at: number) => Promise<void>;
}

/**
 * The contents of a file into a file of this machine, as {@link readVerifiedContents}: a large one by ranges side by side where the platform gives
 * ranges, each resumed by itself, the whole proven by the record's size and MD5.
 * @throws DamagedDownloadError, TooLargeError
 */
export async function readIntoFile(
  transport: Transport,
  file: PlatformFile,
  target: WrittenFile,
  reading: Reading,
): Promise<Contents> {
  const size = file.decryptedSize ?? 0;
  const first = { from: 0, to: rangeBytes - 1 };
  // Parts are nothing without a hash that proves them together.
  const isWorthIt = size >= 2 * rangeBytes && /^[0-9a-f]{32}$/iu.test(file.md5 ?? '');
  const opened = isWorthIt
    ? await openRange(transport, file, reading.signal, first)
    : await openContents(transport, file, reading.signal);
  if (isWorthIt && isRange(opened.answer, first)) {
    return readRanges(transport, { file, size, ...opened }, target, reading);
  }
  let at = 0;
  const take = async (piece: Uint8Array): Promise<void> => {
    await target.write(piece, at);
    at += piece.length;
  };
  return readVerifiedContents(transport, file, take, reading, opened);
}

/** Both ends included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface RangedFile {
  readonly file: PlatformFile;
  readonly size: number;
  readonly request: ApiRequest;
  /** To the first range. */
  readonly answer: Answer;
}

/** Whoever takes no ranges either answers with all, or refuses: then it is asked for all. */
async function openRange(
  transport: Transport,
  file: PlatformFile,
  signal: AbortSignal,
  { from, to }: Range,
): Promise<OpenedContents> {
  try {
    return await openContents(transport, file, signal, { range: `bytes=${from}-${to}` });
  } catch (error) {
    const refused = error instanceof PlatformError && [400, 416, 501].includes(error.status ?? 0);
    if (!refused) throw error;
    return openContents(transport, file, signal);
  }
}

async function readRanges(
  transport: Transport,
  ranged: RangedFile,
  target: WrittenFile,
  { onProgress, signal }: Reading,
): Promise<Contents> {
  const { file, size, answer } = ranged;
  const progress = createProgress(onProgress, size, transport.clock);
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);
  const md5 = createHash('md5');
  const ranges = rangesOf(size);
  const running: Promise<void>[] = [];
  try {
    for (const [index, range] of ranges.entries()) {
      while (running.length < Math.min(ranges.length, index + rangesAtOnce)) {
        const next = ranges[running.length] as Range;
        const work = readRange(transport, ranged, next, both, async (piece, at) => {
          await target.write(piece, at);
          progress.add(piece.length);
        });
        // Waited for in its turn.
        work.catch(() => undefined);
        running.push(work);
      }
      await running[index];
      await hashRange(target, range, (piece) => md5.update(piece));
    }
  } finally {
    // None writes on once this has ended.
    ended.abort();
    await Promise.allSettled(running);
  }
  const contents = { bytes: size, md5: md5.digest('hex') };
  assertUndamaged(file, answer, contents);
  progress.end();
  return contents;
}

function rangesOf(size: number): Range[] {
  return Array.from({ length: Math.ceil(size / rangeBytes) }, (_, index) => ({
    from: index * rangeBytes,
    to: Math.min(size, (index + 1) * rangeBytes) - 1,
  }));
}

async function readRange(
  transport: Transport,
  { file, request, answer: first }: RangedFile,
  range: Range,
  signal: AbortSignal,
  write: WrittenFile['write'],
): Promise<void> {
  const answer =
    range.from === 0 ? first : await askInTurn(transport, { request, first }, range, signal);
  const end = range.to + 1;
  let at = range.from;
  if (isRange(answer, range)) {
    for await (const piece of resumedBody(transport, request, answer, signal, range)) {
      if (at + piece.length > end) break;
      await write(piece, at);
      at += piece.length;
    }
  } else await answer.body.dump();
  if (at === end) return;
  const reason = `Expected bytes ${range.from} to ${range.to}, got others (file ${file.id})`;
  throw new DamagedDownloadError(reason, answer.call);
}

/** A file of many ranges isn't begun anew because the platform wants a pause. */
async function askInTurn(
  transport: Transport,
  { request, first }: Pick<RangedFile, 'request'> & { readonly first: Answer },
  range: Range,
  signal: AbortSignal,
): Promise<Answer> {
  for (;;) {
    try {
      return await askRange(transport, request, { range, first }, signal);
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      await transport.clock.sleep(error.retryAfterMs, signal);
    }
  }
}

async function hashRange(
  target: WrittenFile,
  { from, to }: Range,
  update: (piece: Uint8Array) => void,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(hashBytes, to + 1 - from));
  for (let at = from; at <= to; at += buffer.length) {
    const piece = buffer.subarray(0, Math.min(buffer.length, to + 1 - at));
    await target.read(piece, at);
    update(piece);
  }
}
