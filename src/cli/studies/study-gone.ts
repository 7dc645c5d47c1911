import { UsageError } from '../../errors.ts';

/** The error for an unfinished study without an open workflow: Temporal lost it, or it was started on another server. */
export function studyGone(studyId: string): UsageError {
  return new UsageError(
    'USAGE_STUDY_GONE',
    `Study ${studyId} is unfinished, but Temporal has no workflow of it`,
    {
      exitCode: 6,
      hint: 'Check that doeflow config shows the right Temporal server, or start the study again with doeflow run',
    },
  );
}
