/** Which errors of an activity pass, so that it waits inside instead of failing. */
import { StorageError } from '../src/errors.ts';
import { AuthenticationError, PlatformError, RateLimitError } from '../src/platform-api/index.ts';
import { cureOf, type Cure } from '../src/run/cures.ts';

/** An error that passes: its code, what is said of it, and how it is waited for. */
export interface HealingError {
  readonly code: string;
  readonly message: string;
  readonly cure: Cure;
  /** How long the platform asked to be left alone. */
  readonly askedWaitMs?: number;
}

/** What to wait for after `error`; undefined for what doesn't pass, or nobody knows. */
export function healingErrorOf(error: unknown): HealingError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (error instanceof PlatformError) {
    const { code } = error;
    const cure = cureOf(code);
    if (cure === undefined || !(error.retryable || error instanceof AuthenticationError)) {
      return undefined;
    }
    return error instanceof RateLimitError
      ? { code, message, cure, askedWaitMs: error.retryAfterMs }
      : { code, message, cure };
  }
  if (error instanceof StorageError) {
    const cure = cureOf(error.code);
    const told = error.hint === undefined ? message : `${message} (${error.hint})`;
    return cure === undefined ? undefined : { code: error.code, message: told, cure };
  }
  const code = systemCodeOf(error);
  const cure = code === undefined ? undefined : cureOf(code);
  return code === undefined || cure === undefined ? undefined : { code, message, cure };
}

/** The operating system's code of an error, or of what caused it. */
function systemCodeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string' && 'errno' in error) return error.code;
  return error.cause instanceof Error ? systemCodeOf(error.cause) : undefined;
}
