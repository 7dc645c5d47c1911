import type { StudyProgress } from '../run/messages.ts';
import { withdrawnRuns } from '../run/run-state.ts';
import { apartFromStopped, stoppedRuns, withoutStopped } from '../run/stopped-runs.ts';

/** What a study's last progress gives its summary: state, counts of runs, and failures by reason. */
export function countsAtEnd(progress: Pick<StudyProgress, 'state' | 'runs' | 'failures'>) {
  return {
    status: progress.state,
    runs: {
      ...apartFromStopped(progress.runs, stoppedRuns(progress)),
      withdrawn: withdrawnRuns(progress.state, progress.runs),
    },
    failures: [...withoutStopped(progress.failures)],
  };
}
