import { withdrawnRuns } from '../../run/run-state.ts';
import type { StudyProgress } from '../../run/messages.ts';
import { notBegunRuns } from '../watch/count-words.ts';
import { splitFailed } from '../watch/watch-state.ts';

/** A study's counts for programs: `done`, `failed`, `stopped`, `submitted`, `notBegun` and `withdrawn` make `total`, less those of `doneAgain`, which are done and submitted once more; `repeated` are failed ones that are. */
export function runsJson(progress: StudyProgress) {
  return {
    ...progress.runs,
    repeated: progress.runs.repeated ?? 0,
    doneAgain: progress.runs.doneAgain ?? 0,
    ...splitFailed(progress),
    notBegun: notBegunRuns(progress),
    withdrawn: withdrawnRuns(progress.state, progress.runs),
  };
}
