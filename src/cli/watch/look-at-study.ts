/** One look at a study's workflow. An outage of Temporal or of the workers is a finding, not an error. */
import { isGrpcServiceError, QueryNotRegisteredError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { StudyProgress } from '../../run/messages.ts';
import { progressQuery } from '../../../workflows/messages.ts';
import type { StudyHandle } from '../studies/open-study.ts';
import { readRunsInside } from './read-runs-inside.ts';

export interface Look {
  /** The workflow is closed: its result is there. */
  readonly closed: boolean;
  readonly progress?: StudyProgress;
  readonly runsInside: ReadonlyMap<string, number>;
  /** Why the rest couldn't be seen, as a sentence. */
  readonly trouble?: string;
}

/** Longest wait for one answer. */
const patienceMs = 5_000;

/** @throws what the next look can't change, such as a workflow that was deleted. */
export async function lookAtStudy(
  temporalClient: Client,
  handle: StudyHandle,
  now: Date,
): Promise<Look> {
  try {
    return await temporalClient.withDeadline(now.getTime() + patienceMs, async () => {
      const { status, raw } = await handle.describe();
      if (status.name !== 'RUNNING') return { closed: true, runsInside: new Map() };
      const details = (raw.pendingActivities ?? []).flatMap((activity) =>
        (activity.heartbeatDetails?.payloads ?? []).map((payload): unknown =>
          defaultPayloadConverter.fromPayload(payload),
        ),
      );
      const progress = await handle.query(progressQuery);
      return { closed: false, progress, runsInside: readRunsInside(details) };
    });
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble === undefined) throw error;
    return { closed: false, runsInside: new Map(), trouble };
  }
}

/** Why this look failed, when the next one may succeed; undefined when it can't. */
export function troubleOf(error: unknown): string | undefined {
  // A query may arrive before the workflow's first task has set its handler.
  if (error instanceof QueryNotRegisteredError) return 'the study is starting';
  const cause = error instanceof Error && !isGrpcServiceError(error) ? error.cause : error;
  if (!isGrpcServiceError(cause)) return undefined;
  switch (cause.code) {
    case 2: // UNKNOWN: what a server says that is being killed
    case 14: // UNAVAILABLE
      return 'Temporal does not answer; trying again';
    case 1: // CANCELLED
    case 4: // DEADLINE_EXCEEDED
    case 8: // RESOURCE_EXHAUSTED
    case 9: // FAILED_PRECONDITION: no worker has polled lately
    case 10: // ABORTED
      return 'no worker answers; start one with doeflow worker';
    default:
      return undefined;
  }
}
