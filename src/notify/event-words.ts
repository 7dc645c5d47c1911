import type { StudyProgress } from '../run/messages.ts';
import { stoppedRuns } from '../run/stopped-runs.ts';
import type { Trouble } from '../run/trouble.ts';
import type { News } from './study-news.ts';

/** Which study it is about. */
export interface StudyNames {
  readonly studyId: string;
  readonly studyName: string;
}

const ends: Readonly<Partial<Record<StudyProgress['state'], string>>> = {
  Finished: 'has finished',
  'Finished with failures': 'has finished with failures',
  Stopped: 'was stopped',
  Aborted: 'was aborted',
};

/** One plain sentence that says it all. */
export function newsWords({ studyId }: StudyNames, news: News, now: Date): string {
  switch (news.kind) {
    case 'finished': {
      const { state } = news.progress;
      return `Study ${studyId} ${ends[state] ?? `is over (${state})`}: ${runWords(news.progress)}.`;
    }
    case 'paused':
      return `Study ${studyId} is ${news.progress.activity}; ${runWords(news.progress)}.`;
    case 'stuck':
    case 'trouble': {
      const { waitingFor, since, lastError } = news.trouble;
      return `Study ${studyId} has waited for ${waitingFor} for ${minutesSince(since, now)}: ${lastError}`;
    }
  }
}

/** That a wait is over. */
export function recoveredWords(
  { studyId }: StudyNames,
  waitingFor: string,
  lastedMs: number,
): string {
  return `Study ${studyId} no longer waits for ${waitingFor}; that was told ${minutes(lastedMs)} ago.`;
}

function runWords(progress: StudyProgress): string {
  const { done, failed: ended, total } = progress.runs;
  const stopped = stoppedRuns(progress);
  const failed = ended - stopped;
  return [
    `${done} of ${total} runs done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(stopped > 0 ? [`${stopped} stopped`] : []),
  ].join(', ');
}

function minutesSince(since: Trouble['since'], now: Date): string {
  return minutes(now.getTime() - Date.parse(since));
}

function minutes(ms: number): string {
  const count = Math.max(1, Math.round(ms / 60_000));
  if (count < 120) return count === 1 ? '1 minute' : `${count} minutes`;
  return `${Math.round(count / 60)} hours`;
}
