import { UsageError } from '../../errors.ts';

/** The error for a study that neither ended nor has an open workflow: Temporal forgot it, or it was started elsewhere. */
export function studyGone(studyId: string): UsageError {
  return new UsageError(
    'USAGE_STUDY_GONE',
    `Expected study ${studyId} to be open, got no workflow of it`,
    { exitCode: 6, hint: 'Start the study again with doeflow run' },
  );
}
