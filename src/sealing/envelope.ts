/**
 * What stands around every message on Temporal's wire: for what it was made, and for which request. A sealed payload that is copied to
 * another place of its workflow is told by that. Workflows import this file: nothing here may touch Node, a clock or the environment.
 */
import { ApplicationFailure } from '@temporalio/common';

/** A message as it is sent. */
export interface Envelope {
  /** Such as `signal jobEnded` or `result of activity submitJob`. */
  readonly purpose: string;
  /** Which one it is; an answer has that of its question. */
  readonly request: string;
  readonly content: unknown;
}

/** What becomes of a payload that wasn't sealed by a holder of our key, or for another workflow. */
export interface Refused {
  /** Why, as the end of a sentence; holds nothing of the payload. */
  readonly refused: string;
  /** The fingerprint of the key that sealed it, as it says, where nobody here has that one: another worker may. */
  readonly foreignKey?: string;
}

/** An envelope's content, or why it isn't taken. */
export type Opened = { readonly request: string; readonly content: unknown } | Refused;

/** The type of the failures that say so. */
export const unsealedType = 'UNSEALED';

/** How a query's failure begins to say that it was refused: of a query nothing else of the failure comes to who asked. */
export const refusedQuery = 'This query was not sealed with the payload key';

/** The memo that every workflow started under seal carries. */
export const sealedMemo = 'sealedFor';

/** The purpose of a start, also of a continuation. */
export const startOf = (workflowType: string): string => `start ${workflowType}`;
/** The purpose of a signal. */
export const signalOf = (name: string): string => `signal ${name}`;
/** The purpose of an update. */
export const updateOf = (name: string): string => `update ${name}`;
/** The purpose of a query. */
export const queryOf = (name: string): string => `query ${name}`;
/** The purpose of a request for an activity. */
export const activityOf = (activityType: string): string => `activity ${activityType}`;
/** The purpose of an answer. */
export const resultOf = (purpose: string): string => `result of ${purpose}`;
/** The purpose of an answer that says what failed. */
export const failureOf = (purpose: string): string => `failure of ${purpose}`;

/** Puts an envelope around a message. */
export function enclose(purpose: string, request: string, content: unknown): Envelope {
  return { purpose, request, content };
}

/** Takes the envelope off a message that must be for this purpose, and an answer to this request where one is given. */
export function open(value: unknown, purpose: string, request?: string): Opened {
  if (isRefused(value)) return value;
  if (!isEnvelope(value)) return { refused: 'it says not for what it was made' };
  if (value.purpose !== purpose) {
    return { refused: `it was made as "${value.purpose}", not as "${purpose}"` };
  }
  if (request !== undefined && value.request !== request) {
    return { refused: `it belongs to another "${purpose}"` };
  }
  return { request: value.request, content: value.content };
}

/** As {@link open}, for a message that holds arguments. */
export function openArguments(
  args: readonly unknown[],
  purpose: string,
): { readonly request: string; readonly args: unknown[] } | Refused {
  if (args.length !== 1) return { refused: 'it is not one sealed message' };
  const opened = open(args[0], purpose);
  if ('refused' in opened) return opened;
  const { request, content } = opened;
  return Array.isArray(content)
    ? { request, args: content as unknown[] }
    : { refused: 'it holds no arguments' };
}

/** As {@link open}, for the result of a workflow whose type the asker doesn't know. */
export function openAnyResult(value: unknown): Opened {
  const prefix = resultOf(startOf(''));
  const isResult = isEnvelope(value) && value.purpose.startsWith(prefix);
  return open(value, isResult ? value.purpose : `${prefix}…`);
}

/** True for what became of a payload that was refused. */
export function isRefused(value: unknown): value is Refused {
  return (
    typeof value === 'object' &&
    value !== null &&
    'refused' in value &&
    typeof value.refused === 'string'
  );
}

function isEnvelope(value: unknown): value is Envelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'purpose' in value &&
    typeof value.purpose === 'string' &&
    'request' in value &&
    typeof value.request === 'string'
  );
}

/** What Temporal's own fields say of an activity's failure, which anybody can write. */
export interface StatedFailure {
  readonly message?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly nonRetryable?: boolean | null | undefined;
}

/**
 * True for what the library itself reports, unsealed, of an activity whose worker was shut down before it was done: these words and no others,
 * so whoever copies them says no more by them. As after any lost try, what the activity did isn't known.
 */
export function isShutdownWord(
  { message, type, nonRetryable }: StatedFailure,
  details: readonly unknown[] | null | undefined,
): boolean {
  return (
    type === 'WorkerShutdown' &&
    message === 'Worker is shutting down and this activity did not complete in time' &&
    nonRetryable !== true &&
    (details ?? []).length === 0
  );
}

/** What of a failure is sealed, in its first detail. */
export interface SealedFailure {
  readonly message: string;
  readonly type: string | null;
  readonly nonRetryable: boolean;
  readonly details: unknown[];
}

/** The sealed word of a failure; undefined where it isn't sealed for this purpose, or says anything else than the failure does. */
export function openFailure(
  detail: unknown,
  stated: StatedFailure,
  purpose: string,
  request?: string,
): SealedFailure | undefined {
  const opened = open(detail, purpose, request);
  const said = 'refused' in opened ? undefined : opened.content;
  return isSameFailure(said, stated) ? said : undefined;
}

/** The same failure, with what it says in a sealed detail: Temporal's own fields anybody can write. */
export function sealedFailure(
  failure: ApplicationFailure,
  purpose: string,
  request: string,
): ApplicationFailure {
  const { message, type, nonRetryable, nextRetryDelay, category, cause, stack } = failure;
  const said: SealedFailure = {
    message,
    type: type ?? null,
    nonRetryable: nonRetryable ?? false,
    details: failure.details ?? [],
  };
  const sealed = new ApplicationFailure(
    message,
    type,
    nonRetryable,
    [enclose(purpose, request, said)],
    cause,
    nextRetryDelay,
    category,
  );
  if (stack !== undefined) sealed.stack = stack;
  return sealed;
}

function isSameFailure(
  said: unknown,
  { message, type, nonRetryable }: StatedFailure,
): said is SealedFailure {
  return (
    typeof said === 'object' &&
    said !== null &&
    'message' in said &&
    said.message === (message ?? '') &&
    'type' in said &&
    // Where a failure has no type, the wire has an empty text.
    (said.type ?? '') === (type ?? '') &&
    'nonRetryable' in said &&
    said.nonRetryable === (nonRetryable ?? false) &&
    'details' in said &&
    Array.isArray(said.details)
  );
}
