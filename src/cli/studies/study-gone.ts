import { UsageError } from '../../errors.ts';
import type { StoredStudy } from './stored-study.ts';

/** The error for an unfinished study without an open workflow: Temporal lost it, or it was started on another server. */
export function studyGone({ studyId, starting }: StoredStudy): UsageError {
  if (starting === 'new') {
    return new UsageError(
      'USAGE_STUDY_NEVER_STARTED',
      `Study ${studyId} never began: the command that was to start it ended before. Nothing was submitted`,
      { exitCode: 6, hint: 'Start it: doeflow run STUDY-FILE' },
    );
  }
  return new UsageError(
    'USAGE_STUDY_GONE',
    `Study ${studyId} is unfinished, but Temporal has no workflow of it`,
    {
      exitCode: 6,
      hint: `Check that doeflow config shows the Temporal server it was started on. What was collected: doeflow results ${studyId}. Its jobs on the platform may still run and cost: doeflow api ls jobs`,
    },
  );
}
