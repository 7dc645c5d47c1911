/** The only place where an error of the engine becomes a failure that Temporal understands. */
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { EngineError } from '../src/errors.ts';
import { AuthenticationError, PlatformError, RateLimitError } from '../src/platform-api/index.ts';

/** A refused token needs a person: asking more often than this helps nobody. */
const authenticationRetryMs = 15_000;

/**
 * Gives back what an activity should throw for `error`. Platform refusals, bad studies and damaged results don't heal by themselves: not retried.
 * Server and connection trouble, and whatever we don't know, is.
 */
export function toApplicationFailure(error: unknown): Error {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (error instanceof AuthenticationError) {
    return ApplicationFailure.create({
      type: error.code,
      message: error.message,
      nextRetryDelay: authenticationRetryMs,
    });
  }
  if (error instanceof PlatformError) {
    return ApplicationFailure.create({
      type: error.code,
      message: error.message,
      nonRetryable: !error.retryable,
      details: [{ status: error.status ?? null, requestId: error.requestId ?? null }],
      ...(error instanceof RateLimitError ? { nextRetryDelay: error.retryAfterMs } : {}),
    });
  }
  if (error instanceof EngineError) {
    return ApplicationFailure.create({
      type: error.code,
      message: error.hint === undefined ? error.message : `${error.message} (${error.hint})`,
      nonRetryable: true,
    });
  }
  return ApplicationFailure.fromError(error);
}
