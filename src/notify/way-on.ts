import { isOfFailures } from '../run/pause-cause.ts';
import { stoppedRuns } from '../run/stopped-runs.ts';
import type { StudyProgress } from '../run/messages.ts';

/** What a person can do about a pause, by what paused the study: only what helps there. */
export function wayOn({ studyId, pausedBy }: Pick<StudyProgress, 'studyId' | 'pausedBy'>): string {
  const toEnd = `to end it: doeflow stop ${studyId}`;
  const resume = `doeflow resume ${studyId}`;
  if (pausedBy === 'budget') {
    return `To go on, give it a higher limit, then resume it: doeflow budget ${studyId} --set AMOUNT, then ${resume}; ${toEnd}`;
  }
  if (isOfFailures(pausedBy)) {
    return `Look why runs failed: doeflow logs ${studyId}. Then, to go on without the failed runs: ${resume}; to run them again: doeflow retry ${studyId} --failed; with files that you mended: doeflow retry ${studyId} --failed --with-changes; ${toEnd}`;
  }
  return `To go on: ${resume}; ${toEnd}`;
}

/** What a person can do about runs that had failed as the study ended; null where none had. */
export function afterEnd(progress: StudyProgress): string | null {
  const { studyId, runs } = progress;
  if (runs.failed - stoppedRuns(progress) <= 0) return null;
  return `Look why runs failed: doeflow logs ${studyId}. To run them again: doeflow retry ${studyId} --failed`;
}
