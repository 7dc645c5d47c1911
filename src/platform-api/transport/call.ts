import type { z } from 'zod';
import { UnexpectedShapeError } from '../errors.ts';
import type { FailedCall } from '../errors.ts';
import type { ApiRequest } from './api-request.ts';
import { connectionFailure } from './connection-failure.ts';
import { withPatience } from '../../patience.ts';
import { tellWhileWaiting } from '../../slow-answers.ts';
import { withDeadline } from './deadline.ts';
import { callOf, exchange } from './exchange.ts';
import type { Answer } from './answer.ts';
import { parseJsonText } from './parse-json.ts';
import { decodeText, readBody } from './read-body.ts';
import { excerpt } from './redact.ts';
import type { Redact } from './redact.ts';
import { repeatReads } from './repeat-reads.ts';
import type { Transport } from './transport.ts';

const mostBytes = 64 * 1024 * 1024;

/**
 * The parsed answer of a call that answers with JSON. Unknown fields are dropped.
 * @param deadlineMs from sending to the last byte
 * @throws UnexpectedShapeError naming the path inside the answer
 */
export async function callJson<S extends z.ZodType>(
  transport: Transport,
  request: ApiRequest,
  schema: S,
  signal?: AbortSignal,
  deadlineMs: number = transport.timeouts.callMs,
): Promise<z.output<S>> {
  return (await callSized(transport, request, schema, signal, deadlineMs)).value;
}

/** Like {@link callJson}, with how many bytes the answer had, unpacked. */
export async function callSized<S extends z.ZodType>(
  transport: Transport,
  request: ApiRequest,
  schema: S,
  signal?: AbortSignal,
  deadlineMs: number = transport.timeouts.callMs,
): Promise<{ readonly value: z.output<S>; readonly bytes: number }> {
  return await callAndRead(transport, request, signal, deadlineMs, (bytes, answer) => ({
    value: parseAnswer(decodeText(bytes, answer), schema, answer.call, transport.redact),
    bytes: bytes.length,
  }));
}

/**
 * A call whose body, if any, says nothing: any 2xx is good.
 * @throws UnexpectedShapeError for a web page: what answered then is a proxy, and not the platform.
 */
export async function callNothing(
  transport: Transport,
  request: ApiRequest,
  signal?: AbortSignal,
): Promise<void> {
  await callAndRead(transport, request, signal, transport.timeouts.callMs, (bytes, answer) => {
    if (isWebPage(bytes)) parseJson(bytes.toString('utf8'), answer.call, transport.redact);
  });
}

/** The answer as it came, unpacked. */
export async function callBytes(
  transport: Transport,
  request: ApiRequest,
  signal?: AbortSignal,
): Promise<{ readonly bytes: Buffer; readonly contentType: string; readonly call: FailedCall }> {
  return await callAndRead(
    transport,
    request,
    signal,
    transport.timeouts.callMs,
    (bytes, answer) => {
      const contentType = answer.headers['content-type'];
      return {
        bytes,
        contentType: typeof contentType === 'string' ? contentType : '',
        call: answer.call,
      };
    },
  );
}

/** What `read` makes of the answer's bytes; reads are repeated a few times, everything else is sent once. */
async function callAndRead<T>(
  transport: Transport,
  request: ApiRequest,
  signal: AbortSignal | undefined,
  deadlineMs: number,
  read: (bytes: Buffer, answer: Answer) => T,
): Promise<T> {
  const tryAll = async (outer: AbortSignal | undefined): Promise<T> =>
    repeatReads(transport, request, outer, () =>
      withDeadline(deadlineMs, outer, (inner) =>
        withPatience(inner, async (patient, begin) => {
          const answer = await exchange(transport, request, patient, begin);
          let bytes: Buffer;
          try {
            bytes = await readBody(answer, mostBytes, 'refuse');
          } catch (error) {
            throw connectionFailure(error, answer.call, transport.redact);
          }
          return read(bytes, answer);
        }),
      ),
    );
  const { allTriesMs } = transport.timeouts;
  const isLimited = Number.isFinite(allTriesMs);
  // What is sent may need longer by its size than any answer does.
  const limitMs = Math.max(allTriesMs, deadlineMs);
  const work = isLimited ? () => withDeadline(limitMs, signal, tryAll) : () => tryAll(signal);
  const call = callOf(transport, request);
  const told = { call: `[${call.method}] ${call.path}`, limitMs, tryMs: deadlineMs };
  try {
    // How far a transfer is, its own progress tells.
    return await (request.body?.kind === 'stream' ? work() : tellWhileWaiting(told, work));
  } catch (error) {
    if (!isLimited) throw error;
    throw connectionFailure(error, call, transport.redact);
  }
}

/** Text -> value of the schema. A body that isn't JSON is what proxies and cut connections make: transient. */
function parseAnswer<S extends z.ZodType>(
  text: string,
  schema: S,
  call: FailedCall,
  redact: Redact,
): z.output<S> {
  const ambiguous = call.method !== 'GET';
  const parsed = schema.safeParse(parseJson(text, call, redact));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = formatPath(issue?.path ?? []);
  throw new UnexpectedShapeError(
    `Unexpected shape at ${path === '' ? 'the top' : path}: ${issue?.message ?? 'unknown'}`,
    path,
    false,
    { ...call, ambiguous },
  );
}

function parseJson(text: string, call: FailedCall, redact: Redact): unknown {
  try {
    return parseJsonText(text);
  } catch (cause) {
    const got = text.trim() === '' ? 'an empty body' : `"${excerpt(text, redact)}"`;
    const why = (cause as Error).message.includes('levels') ? `: ${(cause as Error).message}` : '';
    throw new UnexpectedShapeError(`Expected JSON, got ${got}${why}`, '', true, {
      ...call,
      ambiguous: call.method !== 'GET',
    });
  }
}

function isWebPage(bytes: Buffer): boolean {
  return bytes.toString('utf8', 0, 256).trimStart().startsWith('<');
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}
