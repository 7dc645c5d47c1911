import type { z } from 'zod';
import { UnexpectedShapeError } from '../errors.ts';
import type { FailedCall } from '../errors.ts';
import type { ApiRequest } from './api-request.ts';
import { connectionFailure } from './connection-failure.ts';
import { withDeadline } from './deadline.ts';
import { exchange } from './exchange.ts';
import { readText } from './read-text.ts';
import { excerpt } from './redact.ts';
import type { Redact } from './redact.ts';
import { repeatReads } from './repeat-reads.ts';
import type { Transport } from './transport.ts';

const mostJsonBytes = 64 * 1024 * 1024;

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
  return await callAndRead(transport, request, signal, deadlineMs, (text, call) =>
    parseAnswer(text, schema, call, transport.redact),
  );
}

/** A call whose body, if any, says nothing: any 2xx is good. */
export async function callNothing(
  transport: Transport,
  request: ApiRequest,
  signal?: AbortSignal,
): Promise<void> {
  await callAndRead(transport, request, signal, transport.timeouts.callMs, () => undefined);
}

/** What `read` makes of the answer's text; reads are repeated a few times, everything else is sent once. */
async function callAndRead<T>(
  transport: Transport,
  request: ApiRequest,
  signal: AbortSignal | undefined,
  deadlineMs: number,
  read: (text: string, call: FailedCall) => T,
): Promise<T> {
  return await repeatReads(transport, request, signal, () =>
    withDeadline(deadlineMs, signal, async (inner) => {
      const answer = await exchange(transport, request, inner);
      let text: string;
      try {
        text = await readText(answer, mostJsonBytes, 'refuse');
      } catch (error) {
        throw connectionFailure(error, answer.call, transport.redact);
      }
      return read(text, answer.call);
    }),
  );
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
    `Expected another shape at ${path === '' ? 'the top' : path}: ${issue?.message ?? 'unknown'}`,
    path,
    false,
    { ...call, ambiguous },
  );
}

function parseJson(text: string, call: FailedCall, redact: Redact): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const got = text.trim() === '' ? 'an empty body' : `"${excerpt(text, redact)}"`;
    throw new UnexpectedShapeError(`Expected JSON, got ${got}`, '', true, {
      ...call,
      ambiguous: call.method !== 'GET',
    });
  }
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}
