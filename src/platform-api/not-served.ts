import { NotFoundError } from './errors.ts';

/** Answer of a call that this platform doesn't offer: a value, since going without is expected. */
export interface NotServed {
  readonly notServed: true;
  /** What was asked for, such as `GET /api/v3/clusters/`. */
  readonly endpoint: string;
}

/** True for the answer of an endpoint that this platform doesn't offer. */
export function isNotServed(answer: unknown): answer is NotServed {
  return typeof answer === 'object' && answer !== null && 'notServed' in answer;
}

/**
 * What `call` gives, or {@link NotServed} where the platform has no such endpoint.
 * @param objectExists a documented call on the same object: it distinguishes a missing endpoint from a missing object, whose
 *   NotFoundError is thrown
 */
export async function orNotServed<T>(
  call: () => Promise<T>,
  objectExists?: () => Promise<unknown>,
): Promise<T | NotServed> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    if (error.status !== 405) await objectExists?.();
    return { notServed: true, endpoint: `${error.method} ${error.path}` };
  }
}
