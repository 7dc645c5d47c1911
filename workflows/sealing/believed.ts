/** Which answers a workflow goes by. */
import { RetryState, TimeoutType } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/workflow';
import { isShutdownWord, open, openFailure, unsealedType } from '../../src/sealing/envelope.ts';

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
  const said = openFailure(details?.[0], cause, purpose, request);
  if (details != null && said !== undefined) {
    details.splice(0, details.length, ...said.details);
    return error;
  }
  if (isShutDown(error)) {
    return ApplicationFailure.create({
      message: 'The worker was shut down before this was done',
      type: unsealedType,
      cause,
    });
  }
  return ApplicationFailure.create({
    message: `${cause.message} (this ${purpose} carries no seal of our workers)`,
    type: unsealedType,
    cause,
  });
}

/**
 * The failure of a child workflow as it was thrown, where our worker sealed it, and what the server itself says of its end; of any other one
 * only that: its words are somebody's.
 */
export function believedEnd(error: unknown, purpose: string, request: string): unknown {
  const cause = error instanceof ChildWorkflowFailure ? error.cause : undefined;
  if (cause === undefined || isWordOfServer(cause)) return error;
  if (cause instanceof ApplicationFailure) {
    const { details } = cause;
    const said = openFailure(details?.[0], cause, purpose, request);
    if (details != null && said !== undefined) {
      details.splice(0, details.length, ...said.details);
      return error;
    }
  }
  return ApplicationFailure.nonRetryable(
    'it failed, and no worker of ours wrote that it did',
    unsealedType,
  );
}

function isWordOfServer(cause: Error): boolean {
  return (
    cause instanceof TerminatedFailure ||
    cause instanceof TimeoutFailure ||
    cause instanceof CancelledFailure
  );
}

/** True for what {@link believed} and {@link believedFailure} give instead of an answer. */
export function isUnsealed(error: unknown): boolean {
  return error instanceof ApplicationFailure && error.type === unsealedType;
}

/** True for an activity whose worker was shut down over it: nobody's message, and nothing is known of what it did. */
export function isShutDown(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof ApplicationFailure && isShutdownWord(cause, cause.details);
}

/** True for an activity whose time for all its tries is over, or has no room for the next one: the server tells that, whatever the last try said. */
export function isOutOfTime(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false;
  const { cause, retryState } = error;
  const isTimeout = cause instanceof TimeoutFailure;
  return (
    retryState === RetryState.TIMEOUT ||
    (isTimeout && cause.timeoutType === TimeoutType.SCHEDULE_TO_CLOSE)
  );
}
