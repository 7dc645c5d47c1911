/** Which answers a workflow goes by. */
import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import { open, unsealedType } from '../../src/sealing/envelope.ts';

/**
 * The content of an answer to this request.
 * @throws ApplicationFailure UNSEALED, retryable, for any other: what was asked for may have happened or not
 */
export function believed(answer: unknown, purpose: string, request: string): unknown {
  const opened = open(answer, purpose, request);
  if (!('refused' in opened)) return opened.content;
  throw ApplicationFailure.retryable(
    `The ${purpose} was not written by one of our workers: ${opened.refused}`,
    unsealedType,
  );
}

/**
 * A failure of an activity that a worker of ours sealed, as the activity threw it; and what the server itself says, such as a timeout. Of
 * any other one only this is believed: nothing is known of what the activity did.
 */
export function believedFailure(error: unknown, purpose: string, request: string): unknown {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(cause instanceof ApplicationFailure)) return error;
  const { details } = cause;
  const opened = open(details?.[0], purpose, request);
  const said = 'refused' in opened ? undefined : opened.content;
  if (details != null && isSameFailure(said, cause)) {
    details.splice(0, details.length, ...said.details);
    return error;
  }
  return ApplicationFailure.create({
    message: `${cause.message} (this ${purpose} carries no seal of our workers)`,
    type: unsealedType,
    cause,
  });
}

/** True for what {@link believed} and {@link believedFailure} give instead of an answer. */
export function isUnsealed(error: unknown): boolean {
  return error instanceof ApplicationFailure && error.type === unsealedType;
}

function isSameFailure(
  said: unknown,
  { message, type, nonRetryable }: ApplicationFailure,
): said is { readonly details: unknown[] } {
  return (
    typeof said === 'object' &&
    said !== null &&
    'message' in said &&
    said.message === message &&
    'type' in said &&
    said.type === (type ?? null) &&
    'nonRetryable' in said &&
    said.nonRetryable === (nonRetryable ?? false) &&
    'details' in said &&
    Array.isArray(said.details)
  );
}
