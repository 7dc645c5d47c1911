import { limitOf } from '../../run/failure-limit.ts';
import type { StudyState } from '../../run/run-state.ts';
import type { Study } from '../../study/study.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodes } from '../exit-codes.ts';

/** 0 for a study that finished with no more failed runs than allowed, else 3. */
export function exitCodeOfStudy(
  state: StudyState,
  runs: { readonly total: number; readonly failed: number },
  limit: Study['execution']['maxFailedRuns'],
): ExitCode {
  const finished = state === 'Finished' || state === 'Finished with failures';
  return finished && runs.failed <= limitOf(limit, runs.total)
    ? exitCodes.done
    : exitCodes.studyFailed;
}
