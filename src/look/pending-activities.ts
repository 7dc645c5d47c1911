/** The pending activities of a workflow as Temporal tells them, with nothing in them that no worker of ours wrote. */
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import {
  activityOf,
  failureOf,
  isShutdownWord,
  openFailure,
  unsealedType,
} from '../sealing/envelope.ts';

/** A time as Temporal's API gives it. */
export interface Instant {
  readonly seconds?: unknown;
  readonly nanos?: number | null;
}

interface Payloads {
  readonly payloads?: readonly Payload[] | null;
}

/** The fields of Temporal's pending activities that are read here. */
export interface PendingActivity {
  /** Added here: the workflow that waits for it. */
  readonly workflowId?: string;
  readonly activityId?: string | null;
  readonly activityType?: { readonly name?: string | null } | null;
  /** 1: waits for its next try; 2: a worker has it. */
  readonly state?: number | null;
  readonly attempt?: number | null;
  readonly heartbeatDetails?: Payloads | null;
  readonly lastFailure?: ToldFailure | null;
  readonly lastAttemptCompleteTime?: Instant | null;
  readonly lastStartedTime?: Instant | null;
  readonly nextAttemptScheduleTime?: Instant | null;
  readonly scheduledTime?: Instant | null;
  readonly lastWorkerIdentity?: string | null;
  readonly activityOptions?: {
    readonly taskQueue?: { readonly name?: string | null } | null;
  } | null;
  readonly paused?: boolean | null;
}

interface ToldFailure {
  readonly message?: string | null;
  readonly applicationFailureInfo?: {
    readonly type?: string | null;
    readonly nonRetryable?: boolean | null;
    readonly details?: Payloads | null;
  } | null;
}

/** What a description tells of them. */
interface DescribedWorkflow {
  readonly workflowId: string;
  readonly raw: { readonly pendingActivities?: readonly PendingActivity[] | null };
}

type Decode = (told: Payloads | null | undefined) => Promise<Payload[]>;

/**
 * The pending activities of a workflow as it was described: heartbeats that no worker of ours sent say nothing, and of a failure that
 * none wrote only that is told.
 */
export async function pendingActivitiesOf(
  client: Client,
  { workflowId, raw }: DescribedWorkflow,
): Promise<readonly PendingActivity[]> {
  const { namespace, loadedDataConverter } = client.options;
  const context = { type: 'workflow', namespace, workflowId } as const;
  const decode: Decode = async (told) => {
    let payloads = [...(told?.payloads ?? [])];
    for (const codec of loadedDataConverter.payloadCodecs) {
      payloads = await codec.decode(payloads, context);
    }
    return payloads;
  };
  return Promise.all(
    (raw.pendingActivities ?? []).map(async (activity) => {
      const { heartbeatDetails, lastFailure, activityType } = activity;
      const believed = {
        ...{ ...activity, workflowId },
        heartbeatDetails: { payloads: await decode(heartbeatDetails) },
      };
      if (lastFailure == null) return believed;
      const purpose = failureOf(activityOf(activityType?.name ?? ''));
      return { ...believed, lastFailure: await shownFailure(lastFailure, purpose, decode) };
    }),
  );
}

/** What the heartbeats of these activities carry. */
export function heartbeatDetailsOf(activities: readonly PendingActivity[]): readonly unknown[] {
  return activities.flatMap(({ heartbeatDetails }) => valuesIn(heartbeatDetails));
}

const unwritten =
  'its last answer was not written by one of our workers: somebody else answers in their place, or a worker has another payload key (doeflow doctor)';

/** What the server says itself. Anybody can have it say other texts: those are not repeated. */
function serverWord(message: string): string {
  if (/^activity \w+ timeout$/iu.test(message)) return message;
  if (/^failure exceeds size limit/iu.test(message)) {
    return 'its failure is too long for Temporal to keep; the worker’s log has it';
  }
  return 'no worker answered it';
}

async function shownFailure(
  failure: ToldFailure,
  purpose: string,
  decode: Decode,
): Promise<ToldFailure> {
  const { message, applicationFailureInfo: info } = failure;
  if (info == null) return { message: serverWord(message ?? '') };
  const { type, nonRetryable } = info;
  if (isShutdownWord({ message, type, nonRetryable }, info.details?.payloads)) {
    return { message: 'its worker was shut down before it was done' };
  }
  const [said] = valuesIn({ payloads: await decode(info.details) });
  if (openFailure(said, { message, type, nonRetryable }, purpose) !== undefined) return failure;
  return {
    message: unwritten,
    applicationFailureInfo: { type: unsealedType },
  };
}

function valuesIn(told: Payloads | null | undefined): readonly unknown[] {
  return (told?.payloads ?? []).map((payload): unknown =>
    defaultPayloadConverter.fromPayload(payload),
  );
}
