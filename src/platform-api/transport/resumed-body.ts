import { ConnectionError } from '../errors.ts';
import type { ApiRequest } from './api-request.ts';
import { connectionFailure } from './connection-failure.ts';
import { exchange } from './exchange.ts';
import type { Answer } from './answer.ts';
import { repeatReads } from './repeat-reads.ts';
import type { Transport } from './transport.ts';

/** A download that is cut more often is given up. */
const mostResumes = 10;

/** Bytes of a file, both ends included; without an end those up to the file's. */
export interface ByteRange {
  readonly from: number;
  readonly to?: number | undefined;
}

/**
 * The body of an answer, piece by piece, going on where a cut connection left it when the platform takes ranges and something had
 * come since the last cut. Whether the whole is what it should be, only its hash says.
 * @param range what the first answer was asked for
 * @throws ConnectionError when it can't continue
 */
export async function* resumedBody(
  transport: Transport,
  request: ApiRequest,
  first: Answer,
  signal: AbortSignal,
  range: ByteRange = { from: 0 },
): AsyncGenerator<Buffer, void, undefined> {
  let answer = first;
  let bytes = 0;
  for (let resumes = 0; ; resumes += 1) {
    const before = bytes;
    try {
      for await (const piece of answer.body as AsyncIterable<Buffer>) {
        bytes += piece.length;
        yield piece;
      }
      return;
    } catch (error) {
      const failure = connectionFailure(error, answer.call, transport.redact);
      const mayResume =
        failure instanceof ConnectionError &&
        takesRanges(first) &&
        bytes > before &&
        !signal.aborted;
      if (!mayResume || resumes >= mostResumes) throw failure;
      const rest = { from: range.from + bytes, to: range.to };
      const { method, path } = first.call;
      const detail = `from byte ${rest.from}`;
      transport.log({ level: 'warn', event: 'repeating', method, path, detail });
      answer = await askRange(transport, request, { range: rest, first }, signal);
      if (!isRange(answer, rest)) {
        await answer.body.dump();
        throw failure;
      }
    }
  }
}

function takesRanges({ status, headers }: Answer): boolean {
  const isServed = status === 206 || headers['accept-ranges'] === 'bytes';
  return isServed && headers['content-encoding'] === undefined;
}

/** Asks for a part of what `first` was an answer for: one of another version isn't given where the platform tells them apart. */
export async function askRange(
  transport: Transport,
  request: ApiRequest,
  { range, first }: { readonly range: ByteRange; readonly first: Answer },
  signal: AbortSignal,
): Promise<Answer> {
  const { etag } = first.headers;
  const ranged: ApiRequest = {
    ...request,
    headers: {
      range: `bytes=${range.from}-${range.to ?? ''}`,
      ...(typeof etag === 'string' && etag.startsWith('"') ? { 'if-range': etag } : {}),
    },
  };
  return repeatReads(transport, ranged, signal, () => exchange(transport, ranged, signal));
}

/** Whether an answer holds the bytes from where they were wanted, and nothing packed. */
export function isRange(answer: Answer, { from }: ByteRange): boolean {
  const told = answer.headers['content-range'];
  return (
    answer.status === 206 &&
    answer.headers['content-encoding'] === undefined &&
    typeof told === 'string' &&
    told.startsWith(`bytes ${from}-`)
  );
}
