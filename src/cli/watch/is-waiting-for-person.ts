import type { StudyProgress } from '../../run/messages.ts';
import { isPassing } from '../../run/passing-activity.ts';

/** Whether a study is paused with nothing under way. One that does something in passing has yet to tell what that came to, and why it is paused. */
export function isWaitingForPerson({
  state,
  activity,
  jobs,
}: Pick<StudyProgress, 'state' | 'activity' | 'jobs'>): boolean {
  if (state !== 'Paused' || isPassing(activity)) return false;
  return jobs.every(({ phase }) => phase === 'done' || phase === 'failed');
}
