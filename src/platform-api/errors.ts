import { EngineError } from '../errors.ts';

/** Where and how a call failed; never holds the token or a body. */
export interface FailedCall {
  readonly method: string;
  /** Path with its query, without the origin. */
  readonly path: string;
  /** HTTP status; absent when no answer came. */
  readonly status?: number | undefined;
  /** The platform's own id of the request, when a header gave one. */
  readonly requestId?: string | undefined;
  /** The call may have taken effect although no good answer came: look before repeating it. */
  readonly ambiguous?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/** Base of all failures of a call to the platform: what was called, what it answered, and whether repeating can help. */
export abstract class PlatformError extends EngineError {
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** True when the same call may succeed later without anyone changing anything. */
  readonly retryable: boolean;
  /** True when the effect may have happened: look it up before repeating. */
  readonly ambiguous: boolean;

  constructor(code: `API_${string}`, retryable: boolean, reason: string, call: FailedCall) {
    const answer = call.status === undefined ? '' : ` ${call.status}`;
    super(code, `[${call.method}] ${call.path}:${answer} ${reason}`, {
      ...(call.hint === undefined ? {} : { hint: call.hint }),
      ...(call.cause === undefined ? {} : { cause: call.cause }),
    });
    this.method = call.method;
    this.path = call.path;
    this.status = call.status;
    this.requestId = call.requestId;
    this.retryable = retryable;
    this.ambiguous = call.ambiguous ?? false;
  }
}

/** Thrown when the token is missing, malformed or rejected (401). */
export class AuthenticationError extends PlatformError {
  constructor(reason: string, call: FailedCall) {
    const hint =
      'Check the token: `doeflow login` stores a new one, DOEFLOW_PLATFORM_TOKEN overrides it.';
    super('API_AUTHENTICATION', false, reason, { hint, ...call });
  }
}

/** Thrown when the token is good but has no right to the object (403). */
export class PermissionError extends PlatformError {
  constructor(reason: string, call: FailedCall) {
    super('API_PERMISSION', false, reason, call);
  }
}

/** Thrown when the object or the endpoint isn't there (404, 405, 410). */
export class NotFoundError extends PlatformError {
  constructor(reason: string, call: FailedCall) {
    super('API_NOT_FOUND', false, reason, call);
  }
}

/** One field that the platform refused, as a path such as `jobanalyses[0].hardware.coreType`. */
export interface FieldError {
  /** Empty when the whole request is meant. */
  readonly field: string;
  readonly message: string;
}

/** Thrown when the platform refuses the request as sent (400, 422 and other 4xx). */
export class InvalidRequestError extends PlatformError {
  readonly fieldErrors: readonly FieldError[];

  constructor(reason: string, fieldErrors: readonly FieldError[], call: FailedCall) {
    super('API_INVALID_REQUEST', false, reason, call);
    this.fieldErrors = fieldErrors;
  }
}

/** Thrown when the object is in a state that forbids the call (409, 412). */
export class ConflictError extends PlatformError {
  constructor(reason: string, call: FailedCall) {
    super('API_CONFLICT', false, reason, call);
  }
}

/** Thrown when a budget is used up: the platform's (429) or, before sending, our own share of it. */
export class RateLimitError extends PlatformError {
  /** Milliseconds to wait before the next call of this kind; 1 s to 15 min. */
  readonly retryAfterMs: number;

  constructor(reason: string, retryAfterMs: number, call: FailedCall) {
    super('API_RATE_LIMIT', true, reason, call);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Thrown when the platform fails (5xx). */
export class ServerError extends PlatformError {
  constructor(reason: string, call: FailedCall) {
    super('API_SERVER', true, reason, call);
  }
}

/** Thrown when no answer came: unreachable, cut, stalled or too late. */
export class ConnectionError extends PlatformError {
  constructor(reason: string, call: FailedCall) {
    super('API_CONNECTION', true, reason, call);
  }
}

/** Thrown when a good status came with something else than documented; names the path inside the answer, never its values. */
export class UnexpectedShapeError extends PlatformError {
  /** Path inside the answer, such as `results[3].id`; empty for the answer as a whole. */
  readonly shapePath: string;

  /** @param transient true for what a proxy or a cut answer produces (HTML, half a JSON text): worth a repeat. */
  constructor(reason: string, shapePath: string, transient: boolean, call: FailedCall) {
    super('API_UNEXPECTED_SHAPE', transient, reason, call);
    this.shapePath = shapePath;
  }
}

/** Thrown when a downloaded file isn't the one on record: cut, longer, or with another MD5. Nothing was kept. */
export class DamagedDownloadError extends PlatformError {
  constructor(reason: string, call: FailedCall) {
    super('API_DAMAGED_DOWNLOAD', true, reason, call);
  }
}

/** Thrown when the platform stored something else than was sent, or the local file changed while it was sent. */
export class DamagedUploadError extends PlatformError {
  constructor(reason: string, call: FailedCall) {
    super('API_DAMAGED_UPLOAD', true, reason, { ambiguous: true, ...call });
  }
}

/** Thrown before anything is sent or read when a file or an answer is over a limit. */
export class TooLargeError extends PlatformError {
  constructor(reason: string, call: FailedCall) {
    super('API_TOO_LARGE', false, reason, call);
  }
}

/**
 * True for what the platform says of one call: a refusal, or a failure over it. False where nobody answers, or nobody this token, or nobody for
 * now: that holds for every call, and passes.
 */
export function isAboutOneCall(error: unknown): error is PlatformError {
  return (
    error instanceof PlatformError &&
    !(
      error instanceof AuthenticationError ||
      error instanceof ConnectionError ||
      error instanceof RateLimitError
    )
  );
}
