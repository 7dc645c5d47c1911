/** A study's progress where no frame can be drawn: pipes, logs of CI, simple terminals. */
import { printableLine } from '../printable.ts';
import { copyingParts, countWords, timeLine } from './count-words.ts';
import { failedWord, failuresOf, tellCauses } from './tell-causes.ts';
import type { WatchState } from './watch-state.ts';

/** Causes of failed runs that a line tells. */
const shownCauses = 2;

/** One line of the state. */
export function renderLine(state: WatchState): string {
  const { progress } = state;
  const jobs = progress.jobs.filter((job) => job.phase !== 'done' && job.phase !== 'failed');
  return [
    `${progress.studyId}: ${progress.state}`,
    countWords(state),
    ...(jobs.length === 1 && jobs[0] !== undefined
      ? [`job ${jobs[0].jobNumber} ${jobs[0].platformStatus ?? jobs[0].phase}`]
      : jobs.length > 1
        ? [`${jobs.length} jobs unfinished`]
        : []),
    ...copyingParts(state),
    ...causeParts(state),
    timeLine(state),
  ]
    .map(printableLine)
    .join('; ');
}

/** Causes whose counts add up to the failed runs. */
function causeParts({ progress, causes }: WatchState): readonly string[] {
  if (causes === undefined || failuresOf(progress).length === 0) return [];
  const told = tellCauses(progress, causes, shownCauses);
  const parts =
    told === undefined
      ? failuresOf(progress).map(({ reason, count }) => `${count}x ${reason}`)
      : [...told.words, ...(told.more > 0 ? [`${told.more} more failed`] : [])];
  return [`${failedWord(progress)}: ${parts.join('; ')}`];
}

/** The line without its times: while this text is the same, no new line is needed. */
export function lineKey(state: WatchState): string {
  return renderLine({
    ...state,
    ...{ elapsedMs: 0, left: undefined, runsPerHour: undefined, cost: undefined },
  });
}
