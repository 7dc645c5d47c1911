import {
  AuthenticationError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  PlatformError,
  ServerError,
  UnexpectedShapeError,
} from './errors.ts';
import { callNothing } from './transport/call.ts';
import type { Transport } from './transport/transport.ts';

/** Answer of a call that this platform doesn't offer: a value, since going without is expected. */
export interface NotServed {
  readonly notServed: true;
  /** What was asked for, such as `GET /api/v3/clusters/`. */
  readonly endpoint: string;
  /** Why one goes without, where the endpoint is there but refused or broken. */
  readonly reason?: string;
}

/** True for the answer of an endpoint that this platform doesn't offer. */
export function isNotServed(answer: unknown): answer is NotServed {
  return typeof answer === 'object' && answer !== null && 'notServed' in answer;
}

/** A call beyond the document. */
export interface OptionalCall<T> {
  /** The same for all objects, such as `GET /api/v2/jobs/{job_id}/runs/`. */
  readonly endpoint: string;
  readonly call: () => Promise<T>;
  /** A documented call on the same object: it tells a missing endpoint from a missing object, whose NotFoundError is thrown. */
  readonly objectExists?: () => Promise<unknown>;
}

/**
 * What the call gives, or {@link NotServed} where the platform has no such endpoint, or refuses or breaks this one while a documented call
 * with the same token works. A reading endpoint that is refused or broken isn't asked again for a while, and is remarked.
 * @throws what the documented call throws: then the token, the object or the platform as a whole is in trouble.
 */
export async function orNotServed<T>(
  transport: Transport,
  optional: OptionalCall<T>,
): Promise<T | NotServed> {
  const { endpoint } = optional;
  const known = transport.remarks.about(endpoint);
  if (known !== undefined) return { notServed: true, endpoint, reason: known };
  try {
    return await optional.call();
  } catch (error) {
    return await notServedAfter(transport, optional, error);
  }
}

/** What an optional call that failed with `error` comes to. @throws as {@link orNotServed} */
export async function notServedAfter(
  transport: Transport,
  { endpoint, objectExists }: Pick<OptionalCall<unknown>, 'endpoint' | 'objectExists'>,
  error: unknown,
): Promise<NotServed> {
  if (!(error instanceof PlatformError)) throw error;
  if (isMissing(error)) {
    if (error.status !== 405) await objectExists?.();
    return { notServed: true, endpoint };
  }
  const reads = error.method === 'GET';
  if (!isRefused(error) && !(reads && isBroken(error))) throw error;
  await (objectExists ?? (() => documentedCall(transport)))();
  const reason = `The platform is used without ${endpoint}: ${error.message}`;
  if (reads) transport.remarks.add(endpoint, reason);
  return { notServed: true, endpoint, reason };
}

function isMissing(error: PlatformError): boolean {
  return error instanceof NotFoundError || error.status === 501;
}

function isRefused(error: PlatformError): boolean {
  return error instanceof AuthenticationError || error instanceof PermissionError;
}

function isBroken(error: PlatformError): boolean {
  return (
    error instanceof ServerError ||
    error instanceof UnexpectedShapeError ||
    error instanceof InvalidRequestError
  );
}

async function documentedCall(transport: Transport): Promise<void> {
  const query = { page: 1, page_size: 1 };
  await callNothing(transport, { method: 'GET', path: '/api/v2/jobs/', query });
}
