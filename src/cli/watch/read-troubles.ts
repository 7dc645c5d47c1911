/** Reads what the pending activities of a workflow wait for: from their heartbeats, and from the failure before their next try. */
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { faultCode } from '../../run/cures.ts';
import { isTrouble, readTrouble, troubleOf, type Trouble } from '../../run/trouble.ts';
import type { JobProgress } from '../../run/messages.ts';

/** A time as Temporal's API gives it. */
interface Instant {
  readonly seconds?: unknown;
  readonly nanos?: number | null;
}

/** What a description tells of them. */
interface DescribedWorkflow {
  readonly workflowId: string;
  readonly raw: { readonly pendingActivities?: readonly PendingActivity[] | null };
}

/** The fields of Temporal's pending activities that are read here. */
export interface PendingActivity {
  /** 1: waits for its next try; 2: a worker has it. */
  readonly state?: number | null;
  readonly attempt?: number | null;
  readonly heartbeatDetails?: { readonly payloads?: readonly Payload[] | null } | null;
  readonly lastFailure?: {
    readonly message?: string | null;
    readonly applicationFailureInfo?: { readonly type?: string | null } | null;
  } | null;
  readonly lastAttemptCompleteTime?: Instant | null;
  readonly lastStartedTime?: Instant | null;
}

const waitsForNextTry = 1;

/** The pending activities of a workflow as it was described, with heartbeats that can be read: those that no worker of ours sent say nothing. */
export async function pendingActivitiesOf(
  client: Client,
  { workflowId, raw }: DescribedWorkflow,
): Promise<readonly PendingActivity[]> {
  const { namespace, loadedDataConverter } = client.options;
  const context = { type: 'workflow', namespace, workflowId } as const;
  return Promise.all(
    (raw.pendingActivities ?? []).map(async (activity) => {
      let payloads = [...(activity.heartbeatDetails?.payloads ?? [])];
      for (const codec of loadedDataConverter.payloadCodecs) {
        payloads = await codec.decode(payloads, context);
      }
      return { ...activity, heartbeatDetails: { payloads } };
    }),
  );
}

/** What the heartbeats of these activities carry. */
export function heartbeatDetailsOf(activities: readonly PendingActivity[]): readonly unknown[] {
  return activities.flatMap(({ heartbeatDetails }) =>
    (heartbeatDetails?.payloads ?? []).map((payload): unknown =>
      defaultPayloadConverter.fromPayload(payload),
    ),
  );
}

/** What these activities wait for; one that works has nothing to say but of a fault of the program, whatever an earlier try said. */
export function troublesOfActivities(
  activities: readonly PendingActivity[],
  now: Date,
): readonly Trouble[] {
  return activities.flatMap((activity) => {
    const told = heartbeatDetailsOf([activity]).flatMap((detail) => readTrouble(detail) ?? []);
    const { state, attempt, lastFailure } = activity;
    if (lastFailure == null || (attempt ?? 1) < 2) return told;
    const code = lastFailure.applicationFailureInfo?.type ?? 'ACTIVITY_LOST';
    // A fault of the program is met again by the try under way.
    if (state !== waitsForNextTry && code !== faultCode) return told;
    const message = lastFailure.message ?? 'no reason was given';
    const attempts = (attempt ?? 2) - 1;
    const since = earliestKnown(activity, now).toISOString();
    return [troubleOf({ code, message, attempts }, since, told[0])];
  });
}

/** The earliest time at which a try is known to have failed or been under way: no later than now, as Temporal also gives times that are to come. */
function earliestKnown(
  { lastAttemptCompleteTime, lastStartedTime }: PendingActivity,
  now: Date,
): Date {
  const times = [lastAttemptCompleteTime, lastStartedTime].flatMap((time) => msOf(time) ?? []);
  return new Date(Math.min(now.getTime(), ...times));
}

function msOf(time: Instant | null | undefined): number | undefined {
  const seconds = Number(String(time?.seconds ?? ''));
  return seconds > 0 ? seconds * 1000 + Math.floor((time?.nanos ?? 0) / 1e6) : undefined;
}

/** What the jobs of a study say that they wait for. */
export function troublesOfJobs(jobs: readonly JobProgress[], now: Date): readonly Trouble[] {
  return jobs
    .filter(({ phase }) => phase !== 'done' && phase !== 'failed')
    .flatMap(({ trouble, troubleCode, troubleSince, jobNumber }) => {
      if (trouble === undefined || troubleCode === undefined) return [];
      const failure = { code: troubleCode, message: `job ${jobNumber}: ${trouble}` };
      const said = troubleOf(failure, troubleSince ?? now.toISOString());
      return isTrouble(said) ? [said] : [];
    });
}
