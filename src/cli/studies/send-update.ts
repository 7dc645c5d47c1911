import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure, WorkflowNotFoundError } from '@temporalio/common';
import { UsageError } from '../../errors.ts';
import type { StudyRefusal } from '../../run/messages.ts';

/** What became of an update: its answer, or that the study's workflow closed, or has run all it had to. */
export type SentUpdate<T> = { readonly answer: T } | 'ended' | 'ending';

/**
 * What the update gives; `ended` where the study's workflow closed before it took it, or while it did; `ending` where it has run all it had to
 * and only writes its results.
 * @throws UsageError USAGE_STUDY_OVER, exit code 5, with the study's own sentence when it refuses because it is being stopped
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
    if (cause.type !== 'STUDY_OVER') throw error;
    if (cause.details?.[0] === ('ending' satisfies StudyRefusal)) return 'ending';
    throw new UsageError('USAGE_STUDY_OVER', cause.message, {
      exitCode: 5,
      hint: `Wait for its end: doeflow watch ${studyId}`,
      cause: error,
    });
  }
}
