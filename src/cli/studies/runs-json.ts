import { withdrawnRuns } from '../../run/run-state.ts';
import type { StudyProgress } from '../../run/messages.ts';
import { notBegunRuns } from '../watch/count-words.ts';
import { splitFailed } from '../watch/watch-state.ts';

/** A study's counts for programs: `done`, `failed`, `stopped`, `submitted`, `notBegun` and `withdrawn` make `total`; `repeated` are runs that are submitted once more. */
export function runsJson(progress: StudyProgress) {
  return {
    ...progress.runs,
    repeated: progress.runs.repeated ?? 0,
    ...splitFailed(progress),
    notBegun: notBegunRuns(progress),
    withdrawn: withdrawnRuns(progress.state, progress.runs),
  };
}
