import { Readable } from 'node:stream';
import { request as sendHttp } from 'undici';
import { RateLimitError, UnexpectedShapeError } from '../errors.ts';
import type { FailedCall } from '../errors.ts';
import { displayPath, encodeQuery } from './api-request.ts';
import type { Answer } from './answer.ts';
import type { ApiRequest } from './api-request.ts';
import type { ScopeBudget } from './budget.ts';
import { connectionFailure } from './connection-failure.ts';
import { errorFromAnswer } from './error-from-answer.ts';
import { readBody } from './read-body.ts';
import { assertMayAsk, redirectOf, redirectTarget } from './redirects.ts';
import { clampWaitMs, parseRetryAfterMs } from './retry-after.ts';
import { scopeOf } from './scope.ts';
import type { Transport } from './transport.ts';

/**
 * One call to the platform: waits for its turn in the budget, sends, follows redirects of reads, and gives back a 2xx answer.
 * The token goes to the platform's own origin only.
 * @param onTurn called when its turn has come
 * @throws PlatformError for everything else; the signal's reason when it aborts.
 */
export async function exchange(
  transport: Transport,
  request: ApiRequest,
  signal: AbortSignal,
  onTurn: () => void = () => undefined,
): Promise<Answer> {
  const call = callOf(transport, request);
  let target = targetOf(transport, request, call);
  try {
    await takeTurn(transport, target, call, signal);
  } catch (error) {
    throw connectionFailure(error, call, transport.redact);
  }
  onTurn();
  for (let hops = 0; ; hops += 1) {
    const foreign = target.origin !== transport.base.origin;
    if (foreign) assertMayAsk(transport, target, call);
    const answer = await send(transport, request, target, foreign, call, signal);
    const location = redirectOf(answer);
    if (location === undefined) {
      if (answer.status >= 200 && answer.status < 300) return answer;
      throw await failure(transport, target, answer, foreign);
    }
    await answer.body.dump();
    target = redirectTarget(transport, request, target, location, hops, answer);
    // The platform counts what it is asked once more.
    await takeTurn(transport, target, call, signal);
  }
}

/** A call as errors name it, before anything answered. */
export function callOf(transport: Transport, request: ApiRequest): FailedCall {
  const path = transport.redact(displayPath(request, transport.base.origin));
  return { method: request.method, path };
}

async function takeTurn(
  transport: Transport,
  target: URL,
  call: FailedCall,
  signal: AbortSignal,
): Promise<void> {
  // What another host serves, the platform doesn't count.
  if (target.origin !== transport.base.origin) return;
  const budget = budgetOf(transport, target, call.method);
  const tell = (waitMs: number): void => {
    const detail = `${Math.ceil(waitMs)} ms`;
    const { method, path } = call;
    transport.log({ level: 'warn', event: 'throttled', method, path, waitMs, detail });
  };
  const { longestBudgetWaitMs } = transport.timeouts;
  const { waitMs, granted, why } = await budget.reserve(longestBudgetWaitMs, signal, tell);
  if (waitMs <= 0) return;
  tell(waitMs);
  if (!granted) {
    const reason =
      why === undefined
        ? 'Not sent: the budget for such calls is used up'
        : `Not sent: the store, where the budget for such calls is shared, can’t be used (${why}), and what may go without it is used up`;
    throw new RateLimitError(transport.redact(reason), clampWaitMs(waitMs), call);
  }
  await transport.clock.sleep(waitMs, signal);
}

function budgetOf(transport: Transport, target: URL, method: string): ScopeBudget {
  const path = target.pathname.slice(transport.base.prefix.length);
  return transport.budgets[scopeOf(method, path)];
}

function targetOf(transport: Transport, request: ApiRequest, call: FailedCall): URL {
  const query = encodeQuery(request.query);
  const isOwn = request.path.startsWith('/');
  const address = isOwn ? transport.base.href + request.path : request.path;
  // Names and ids of others stand in paths: dots alone would lead to another address than the one that is meant.
  const leadsElsewhere = isOwn && request.path.split('/').some((part) => /^\.{1,2}$/u.test(part));
  if (leadsElsewhere || !URL.canParse(address)) {
    throw new UnexpectedShapeError('The address of the call is not valid', '', false, call);
  }
  return new URL(query === '' ? address : `${address}?${query}`);
}

async function send(
  transport: Transport,
  request: ApiRequest,
  target: URL,
  foreign: boolean,
  call: FailedCall,
  signal: AbortSignal,
): Promise<Answer> {
  const startedMs = transport.clock.monotonicMs();
  const { body } = request;
  // A body of any length may be on its way for long before an answer begins.
  const isSwift = body?.kind !== 'stream';
  const headers: Record<string, string> = {
    ...request.headers,
    accept: 'application/json, */*;q=0.5',
    'user-agent': transport.userAgent,
  };
  if (!foreign) headers['authorization'] = `Token ${transport.token}`;
  if (body !== undefined) {
    headers['content-type'] = body.kind === 'json' ? 'application/json' : body.contentType;
    if (body.kind === 'stream') headers['content-length'] = String(body.length);
  }
  if (isSwift) transport.log({ level: 'debug', event: 'asked', ...call });
  try {
    const answer = await sendHttp(target, {
      method: request.method,
      headers,
      body: encodeBody(body),
      signal,
      dispatcher: transport.dispatcher,
      headersTimeout: transport.timeouts.headersMs,
      bodyTimeout: transport.timeouts.bodyMs,
    });
    const elapsedMs = Math.round(transport.clock.monotonicMs() - startedMs);
    transport.log({
      level: 'debug',
      event: 'answered',
      ...call,
      status: answer.statusCode,
      ...(foreign ? { foreign } : {}),
      elapsedMs,
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
      call: { ...call, status: answer.statusCode, requestId: requestIdOf(answer.headers) },
    };
  } catch (error) {
    if (isSwift) transport.log({ level: 'debug', event: 'unanswered', ...call });
    throw connectionFailure(error, call, transport.redact);
  }
}

function encodeBody(body: ApiRequest['body']): string | Readable | null {
  if (body === undefined) return null;
  return body.kind === 'json' ? JSON.stringify(body.value) : Readable.from(body.open());
}

/** The typed error for a bad answer; a 429 also holds back everyone in its scope. */
async function failure(
  transport: Transport,
  target: URL,
  answer: Answer,
  foreign: boolean,
): Promise<unknown> {
  const header = answer.headers['retry-after'];
  const retryAfterMs = parseRetryAfterMs(
    typeof header === 'string' ? header : undefined,
    transport.clock.wallMs(),
  );
  if (answer.status === 429 && !foreign) {
    budgetOf(transport, target, answer.call.method).block(retryAfterMs);
    const { method, path } = answer.call;
    const detail = 'refused by the platform';
    transport.log({
      level: 'warn',
      event: 'throttled',
      method,
      path,
      waitMs: retryAfterMs,
      detail,
    });
  }
  const hint = foreign
    ? 'The platform sent the call to another host, where the token doesn’t go. If that host is the platform, set it as the address.'
    : undefined;
  // The status alone decides; an explanation that is cut off must not hide it.
  const body = await readBody(answer, 64 * 1024, 'cut').catch(() => Buffer.alloc(0));
  const text = body.toString('utf8');
  return errorFromAnswer(
    answer.status,
    text,
    retryAfterMs,
    hint === undefined ? answer.call : { ...answer.call, hint },
    transport.redact,
  );
}

function requestIdOf(headers: Answer['headers']): string | undefined {
  for (const name of ['x-request-id', 'x-amzn-requestid', 'x-correlation-id', 'cf-ray']) {
    const value = headers[name];
    if (typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value)) return value;
  }
  return undefined;
}
