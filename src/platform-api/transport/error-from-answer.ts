import {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TooLargeError,
} from '../errors.ts';
import type { FailedCall, FieldError, PlatformError } from '../errors.ts';
import { flattenFieldErrors } from './field-errors.ts';
import { parseJsonText } from './parse-json.ts';
import { excerpt } from './redact.ts';
import type { Redact } from './redact.ts';

/**
 * The error for an answer outside 2xx: the one place where a status becomes a class.
 * @param bodyText as received, possibly cut
 * @param retryAfterMs already clamped
 */
export function errorFromAnswer(
  status: number,
  bodyText: string,
  retryAfterMs: number,
  call: FailedCall,
  redact: Redact,
): PlatformError {
  const fields = readFieldErrors(bodyText, redact);
  const text = excerpt(bodyText, redact);
  const reason = fields.length > 0 ? describe(fields) : text === '' ? 'no explanation given' : text;
  const failed = { ...call, status };
  const changes = call.method !== 'GET' && call.method !== 'HEAD';
  if (status === 401) return new AuthenticationError(reason, failed);
  if (status === 403) return new PermissionError(reason, failed);
  if (status === 404 || status === 405 || status === 410) return new NotFoundError(reason, failed);
  if (status === 409 || status === 412 || status === 423) return new ConflictError(reason, failed);
  if (status === 413) return new TooLargeError(reason, failed);
  if (status === 429) return new RateLimitError(reason, retryAfterMs, failed);
  if (status >= 500 || status === 408 || status === 425) {
    return new ServerError(reason, { ...failed, ambiguous: changes && status !== 425 });
  }
  return new InvalidRequestError(reason, fields, failed);
}

/** Field errors as lines that a person reads: `field: message`. */
function describe(fields: readonly FieldError[]): string {
  return fields.map((f) => (f.field === '' ? f.message : `${f.field}: ${f.message}`)).join('\n');
}

function readFieldErrors(bodyText: string, redact: Redact): readonly FieldError[] {
  if (!/^\s*[[{"]/.test(bodyText)) return [];
  try {
    return flattenFieldErrors(parseJsonText(bodyText)).map(({ field, message }) => ({
      field: excerpt(field, redact),
      message: excerpt(message, redact),
    }));
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
