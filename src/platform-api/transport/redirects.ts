import { InvalidRequestError, UnexpectedShapeError } from '../errors.ts';
import type { FailedCall } from '../errors.ts';
import type { ApiRequest } from './api-request.ts';
import type { Answer } from './answer.ts';
import { refuseForeignAddress } from './foreign-address.ts';
import type { Transport } from './transport.ts';

const mostRedirects = 5;

/** Where an answer points instead of answering, or undefined. */
export function redirectOf(answer: Answer): string | undefined {
  if (![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  const location = answer.headers['location'];
  return typeof location === 'string' ? location : undefined;
}

/** Where a redirect may lead: reads anywhere permitted, other calls only to the same origin with method and JSON kept. */
export function redirectTarget(
  transport: Transport,
  request: ApiRequest,
  from: URL,
  location: string,
  hops: number,
  answer: Answer,
): URL {
  if (hops >= mostRedirects || !URL.canParse(location, from.href)) {
    throw new UnexpectedShapeError(
      `The call was redirected more than ${mostRedirects} times, or to no readable address`,
      '',
      false,
      answer.call,
    );
  }
  const target = new URL(location, from);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const keeps = answer.status >= 307 && request.body?.kind !== 'stream';
  if (reads || (keeps && target.origin === transport.base.origin)) return target;
  throw new InvalidRequestError(
    `Expected an answer, got a redirect to ${transport.redact(target.origin + target.pathname)}`,
    [],
    {
      ...answer.call,
      hint: 'Only reads follow such a redirect. Set the platform’s address to where it leads.',
    },
  );
}

/** @throws UnexpectedShapeError for an address outside the platform that must not be asked. */
export function assertMayAsk(transport: Transport, target: URL, call: FailedCall): void {
  const refused = refuseForeignAddress(target, transport.base, transport.allowedOrigins);
  if (refused === undefined) return;
  throw new UnexpectedShapeError(
    `Expected an address of ${transport.base.origin} or a public one, got ${transport.redact(refused)}`,
    '',
    false,
    call,
  );
}
