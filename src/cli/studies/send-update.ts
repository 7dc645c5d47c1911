import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure, WorkflowNotFoundError } from '@temporalio/common';
import { UsageError } from '../../errors.ts';
import type { StudyRefusal } from '../../run/messages.ts';
import { unsealedType } from '../../sealing/envelope.ts';

/** What became of an update: its answer, or that the study's workflow closed, or has run all it had to. */
export type SentUpdate<T> = { readonly answer: T } | 'ended' | 'ending';

/**
 * What the update gives; `ended` where the study's workflow closed before it took it, or while it did; `ending` where it has run all it had to
 * and only writes its results.
 * @throws UsageError USAGE_STUDY_OVER, exit code 5, with the study's own sentence when it refuses because it is being stopped; USAGE_UNSEALED, exit code 7, where
 * its worker lacks the payload key with which this command line seals
 */
export async function sendUpdate<T>(
  studyId: string,
  send: () => Promise<T>,
): Promise<SentUpdate<T>> {
  try {
    return { answer: await send() };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'ended';
    if (!(error instanceof WorkflowUpdateFailedError)) throw error;
    const { cause } = error;
    if (!(cause instanceof ApplicationFailure)) throw error;
    // Temporal's own word for an update whose workflow closed over it.
    if (cause.type === 'AcceptedUpdateCompletedWorkflow') return 'ended';
    if (cause.type === 'TICKET_REFUSED') {
      throw new UsageError('USAGE_TICKET_REFUSED', cause.message, { exitCode: 5, cause: error });
    }
    if (cause.type === unsealedType) throw refusedKey(studyId, cause, error);
    if (cause.type !== 'STUDY_OVER') throw error;
    if (cause.details?.[0] === ('ending' satisfies StudyRefusal)) return 'ending';
    throw new UsageError('USAGE_STUDY_OVER', cause.message, {
      exitCode: 5,
      hint: `Wait for its end: doeflow watch ${studyId}`,
      cause: error,
    });
  }
}

function refusedKey(studyId: string, { message }: Error, cause: unknown): UsageError {
  return new UsageError(
    'USAGE_UNSEALED',
    `The worker of study ${studyId} does not believe this command line, and nothing was changed: ${message}`,
    {
      exitCode: 7,
      hint: `Give this command line and all workers the same payload key file (DOEFLOW_PAYLOAD_KEY_FILE): doeflow doctor shows which have another first key. A new key becomes the first line only once all have it: docs/security.md`,
      cause,
    },
  );
}
