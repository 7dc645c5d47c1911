import type { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure, TerminatedFailure } from '@temporalio/common';
import { keepWhatWasPaid, type StudyLoss } from './study-loss.ts';
import { EngineError } from '../../errors.ts';

/** The error to show when a study's workflow closed without a result. */
export function explainBroken(
  error: WorkflowFailedError,
  studyId: string,
  uiUrl: string | undefined,
  jobsLeft: StudyLoss['jobsLeft'],
): Error {
  const hint = `See ${uiUrl ?? 'the study’s workflow in the Temporal UI'}. ${keepWhatWasPaid(studyId, jobsLeft)}`;
  const { cause } = error;
  if (cause instanceof TerminatedFailure || cause instanceof CancelledFailure) {
    return new StudyBrokenError(
      `The workflow of study ${studyId} was terminated or cancelled in Temporal: ${cause.message}`,
      hint,
      error,
    );
  }
  return new StudyBrokenError(
    `Study ${studyId} could not continue: ${rootMessage(cause ?? error)}`,
    hint,
    error,
  );
}

/** Message of the innermost failure that has one of its own. */
function rootMessage(error: Error): string {
  let message = error.message;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof ApplicationFailure || at.cause === undefined) message = at.message;
  }
  return message;
}

/** Thrown when a study's workflow closed without a result: terminated, cancelled, or failed by a fault of the engine. Exit code 3. */
class StudyBrokenError extends EngineError {
  constructor(message: string, hint: string, cause: unknown) {
    super('STUDY_BROKEN', message, { hint, cause });
  }
}
