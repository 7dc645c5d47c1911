import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndpointAnswer } from '../http/endpoint.ts';
import type { RequestFault, RequestRule } from './fault-plan.ts';

/**
 * Answers one request wrongly, as its rule says.
 *
 * @param handle does the request's work and gives back the right answer; called not at all, once or twice.
 * @param send sends an answer as usual.
 */
export async function answerWithFault(
  rule: RequestRule,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: () => Promise<EndpointAnswer>,
  send: (answer: EndpointAnswer) => unknown,
): Promise<unknown> {
  const { when, what } = rule;
  const instead = replacement(what);
  if (instead !== undefined) {
    if (when === 'after') await handle();
    return send(instead);
  }
  if (what === 'reset') {
    if (when === 'after') await handle();
    return drop(request, reply);
  }
  if (what === 'double') {
    await handle();
    return send(await handle());
  }
  if (typeof what === 'object' && 'delayMs' in what) {
    if (when === 'before') await delay(what.delayMs);
    const answer = await handle();
    if (when === 'after') await delay(what.delayMs);
    return send(answer);
  }
  return spoil(what, await handle(), request, reply, send);
}

function replacement(what: RequestFault): EndpointAnswer | undefined {
  if (typeof what !== 'object') return undefined;
  if ('status' in what)
    return new EndpointAnswer(
      what.status,
      what.body ?? { detail: 'A planned fault.' },
      what.headers ?? {},
    );
  if ('throttle' in what) {
    return new EndpointAnswer(
      429,
      { detail: 'Request was throttled.' },
      { 'retry-after': String(what.throttle) },
    );
  }
  return undefined;
}

async function spoil(
  what: RequestFault,
  answer: EndpointAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  send: (answer: EndpointAnswer) => unknown,
): Promise<unknown> {
  if (what === 'wrongMd5') {
    const body = JSON.parse(JSON.stringify(answer.body ?? null), (key, value: unknown) =>
      key === 'md5' ? '0'.repeat(32) : value,
    ) as unknown;
    return send(new EndpointAnswer(answer.status, body, answer.headers));
  }
  if (typeof what === 'object' && 'lag' in what) {
    return send(
      new EndpointAnswer(answer.status, withoutNewest(answer.body, what.lag), answer.headers),
    );
  }
  if (typeof what === 'object' && 'countMore' in what) {
    const page = answer.body as { readonly count?: number } | undefined;
    const body = { ...page, count: (page?.count ?? 0) + what.countMore };
    return send(new EndpointAnswer(answer.status, body, answer.headers));
  }
  const bytes = await bytesOf(answer.body);
  if (what === 'damage') {
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    return send(new EndpointAnswer(answer.status, bytes, answer.headers));
  }
  await sendRaw(what, answer, bytes, request, reply);
  return reply;
}

async function sendRaw(
  what: RequestFault,
  answer: EndpointAnswer,
  bytes: Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) raw.setHeader(name, value);
  if (!raw.hasHeader('content-type')) raw.setHeader('content-type', 'application/json');
  raw.setHeader('content-length', bytes.length);
  // The sender may be gone before the body is: nothing else is to be done about it.
  raw.on('error', () => request.raw.socket.destroy());
  if (typeof what !== 'object') return;
  if ('cutAtByte' in what) {
    raw.write(bytes.subarray(0, what.cutAtByte), () => request.raw.socket.destroy());
  } else if ('endAtByte' in what) {
    raw.removeHeader('content-length');
    raw.setHeader('connection', 'close');
    raw.useChunkedEncodingByDefault = false;
    raw.shouldKeepAlive = false;
    raw.end(bytes.subarray(0, what.endAtByte));
  } else if ('wrongLengthBy' in what) {
    raw.strictContentLength = false;
    raw.setHeader('content-length', Math.max(0, bytes.length + what.wrongLengthBy));
    raw.write(bytes, () => request.raw.socket.destroySoon());
  } else if ('trickleBytesPerSecond' in what) {
    const step = Math.max(1, Math.ceil(what.trickleBytesPerSecond / 10));
    for (let at = 0; at < bytes.length && !raw.destroyed; at += step) {
      raw.write(bytes.subarray(at, at + step));
      await delay(100);
    }
    raw.end();
  }
}

function drop(request: FastifyRequest, reply: FastifyReply): unknown {
  reply.hijack();
  request.raw.socket.resetAndDestroy();
  return reply;
}

/** A page as it was before its first (newest) entries were there. */
function withoutNewest(body: unknown, lag: number): unknown {
  const page = body as { count?: number; results?: readonly unknown[] } | undefined;
  if (!Array.isArray(page?.results)) return body;
  return {
    ...page,
    count: Math.max(0, (page.count ?? 0) - lag),
    results: page.results.slice(lag),
  };
}

async function bytesOf(body: unknown): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return Buffer.from(body);
  if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) {
    const chunks: Buffer[] = [];
    for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  return Buffer.from(JSON.stringify(body));
}
