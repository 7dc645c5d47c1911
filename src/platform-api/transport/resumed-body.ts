import { ConnectionError } from '../errors.ts';
import type { ApiRequest } from './api-request.ts';
import { connectionFailure } from './connection-failure.ts';
import { exchange } from './exchange.ts';
import type { Answer } from './answer.ts';
import { repeatReads } from './repeat-reads.ts';
import type { Transport } from './transport.ts';

/** A download that is cut more often is given up. */
const mostResumes = 10;

/**
 * The body of an answer, piece by piece, going on where a cut connection left it when the platform takes ranges and something had
 * come since the last cut. Whether the whole is what it should be, only its hash says.
 * @throws ConnectionError when it can't continue
 */
export async function* resumedBody(
  transport: Transport,
  request: ApiRequest,
  first: Answer,
  signal: AbortSignal,
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
      answer = await resume(transport, request, first, bytes, signal, failure);
    }
  }
}

function takesRanges({ headers }: Answer): boolean {
  return headers['accept-ranges'] === 'bytes' && headers['content-encoding'] === undefined;
}

async function resume(
  transport: Transport,
  request: ApiRequest,
  first: Answer,
  bytes: number,
  signal: AbortSignal,
  failure: ConnectionError,
): Promise<Answer> {
  const { etag } = first.headers;
  const ranged: ApiRequest = {
    ...request,
    headers: {
      range: `bytes=${bytes}-`,
      ...(typeof etag === 'string' && etag.startsWith('"') ? { 'if-range': etag } : {}),
    },
  };
  const { method, path } = first.call;
  transport.log({ level: 'warn', event: 'repeating', method, path, detail: `from byte ${bytes}` });
  const answer = await repeatReads(transport, ranged, signal, () =>
    exchange(transport, ranged, signal),
  );
  const range = answer.headers['content-range'];
  if (answer.status === 206 && typeof range === 'string' && range.startsWith(`bytes ${bytes}-`)) {
    return answer;
  }
  await answer.body.dump();
  throw failure;
}
