/** The only place where an error of the engine becomes a failure that Temporal understands. */
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { EngineError, StorageError } from '../src/errors.ts';
import { elsewhereCode, faultCode } from '../src/run/cures.ts';
import { healingErrorOf } from './healing-errors.ts';
import { AuthenticationError, PlatformError, RateLimitError } from '../src/platform-api/index.ts';

/** What heals was waited for inside the attempt: the next one begins soon, so that recovery is noticed whenever it comes. */
const healingRetryMs = 3_000;

/** What another worker may do at once: this one has another store, another platform or another account. */
const elsewhere: ReadonlySet<string> = new Set([
  elsewhereCode,
  'PLATFORM_DIFFERS',
  'API_ACCOUNT_UNKNOWN',
]);

/**
 * Temporal gives a next try to the poll that has waited longest, and each worker has some open: as many tries come back to a stranger in a row. So they
 * follow each other quickly, some at a time; then comes a pause, longer where nobody came for long.
 */
const quickTries = 8;
const quickRetryMs = 150;
const pauses = { firstMs: 3_000, laterMs: 15_000, laterFrom: 4 * quickTries } as const;

/** What a storage gave wrong once may have been wrong on its way alone. */
const perhapsOnItsWay: ReadonlySet<string> = new Set(['STORAGE_DAMAGED', 'STORAGE_FAULT']);
const triesOfStorage = 4;

/**
 * Gives back what an activity should throw for `error`. Platform refusals, bad studies and damaged results don't heal by themselves: not retried.
 * Server and connection trouble, and whatever we don't know, is; what a storage gave wrong some times.
 * @param attempt which try of the activity it was, from 1; without it, the last one
 */
export function toApplicationFailure(error: unknown, attempt = triesOfStorage): Error {
  if (error instanceof ApplicationFailure && elsewhere.has(error.type ?? '')) {
    return forAnother(error.type ?? '', error.message, attempt);
  }
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (error instanceof AuthenticationError) {
    return ApplicationFailure.create({
      type: error.code,
      message: error.message,
      nextRetryDelay: healingRetryMs,
    });
  }
  if (error instanceof PlatformError) {
    return ApplicationFailure.create({
      type: error.code,
      message: error.message,
      nonRetryable: !error.retryable,
      details: [{ status: error.status ?? null, requestId: error.requestId ?? null }],
      ...(error instanceof RateLimitError
        ? { nextRetryDelay: error.retryAfterMs }
        : error.retryable
          ? { nextRetryDelay: healingRetryMs }
          : {}),
    });
  }
  const healing = healingErrorOf(error);
  if (error instanceof EngineError && !(error instanceof StorageError && healing !== undefined)) {
    return ApplicationFailure.create({
      type: error.code,
      message: error.hint === undefined ? error.message : `${error.message} (${error.hint})`,
      nonRetryable: !perhapsOnItsWay.has(error.code) || attempt >= triesOfStorage,
    });
  }
  if (healing === undefined)
    return isFault(error) ? faultOf(error) : ApplicationFailure.fromError(error);
  return ApplicationFailure.create({
    type: healing.code,
    message: healing.message,
    nextRetryDelay: healingRetryMs,
  });
}

/** A failure with the time at which another worker is to have the step. */
function forAnother(type: string, message: string, attempt: number): ApplicationFailure {
  const pauseMs = attempt < pauses.laterFrom ? pauses.firstMs : pauses.laterMs;
  return ApplicationFailure.create({
    ...{ type, message },
    nextRetryDelay: attempt % quickTries === 0 ? pauseMs : quickRetryMs,
  });
}

/** True for an error that the language itself throws: the program is wrong, not the world. */
export function isFault(error: unknown): error is Error {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof ReferenceError ||
    error instanceof SyntaxError
  );
}

function faultOf(error: Error): ApplicationFailure {
  return ApplicationFailure.create({
    type: faultCode,
    message: `A fault in doeflow: ${error.name}: ${error.message}`,
    cause: error,
  });
}
