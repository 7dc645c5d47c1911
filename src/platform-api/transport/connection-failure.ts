import { ConnectionError, PlatformError } from '../errors.ts';
import type { FailedCall } from '../errors.ts';
import { PatienceEnded } from '../../patience.ts';
import { DeadlineReached } from './deadline.ts';
import { excerpt } from './redact.ts';
import type { Redact } from './redact.ts';

/** Failures that happen before the first byte of a request leaves: no effect is possible. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The error for a call that got no complete answer; a failure that already has its class, or isn't the network's, stays. */
export function connectionFailure(error: unknown, call: FailedCall, redact: Redact): unknown {
  if (error instanceof PlatformError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const isLate = error instanceof DeadlineReached || error instanceof PatienceEnded;
  const expected = isLate || code !== undefined;
  if (!expected) return error;
  const changes = call.method !== 'GET' && call.method !== 'HEAD';
  const ambiguous = changes && !(code !== undefined && beforeSending.has(code));
  const detail = excerpt(error.message === '' ? (code ?? error.name) : error.message, redact);
  const reason = code === undefined ? detail : `${detail} (${code})`;
  return new ConnectionError(reason, { ...call, ambiguous, hint: hintFor(code) });
}

/** Node's and undici's error codes, also inside the several tries of one connect. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) {
    const first: unknown = error.errors[0];
    return first instanceof Error ? codeOf(first) : undefined;
  }
  return error.cause instanceof Error ? codeOf(error.cause) : undefined;
}

function hintFor(code: string | undefined): string {
  if (code === 'ECONNREFUSED')
    return 'Nothing listens there. Is the platform up, is the port right?';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'The host’s name isn’t known here. Check the address and the network.';
  if (code?.includes('CERT') || code?.includes('VERIFY'))
    return 'The server’s certificate isn’t trusted here: NODE_EXTRA_CA_CERTS names further authorities.';
  return 'Check the network; the call may be repeated.';
}
