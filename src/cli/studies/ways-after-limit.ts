import type { StudyProgress } from '../../run/messages.ts';
import { waysOfPause } from './pause-words.ts';
import type { StudyBudget } from './read-budget.ts';
import { mayBeOpen, type StoredStudy } from './stored-study.ts';

/**
 * The commands to go on with once a limit of its cost was set: a study that its budget has paused is resumed, any other open one goes on by itself or was paused
 * for another reason; of one that has ended, what isn't done may run within it.
 * @param progress of an open study; undefined where nobody answered for it
 */
export function waysAfterLimit(
  stored: StoredStudy,
  progress: Pick<StudyProgress, 'state' | 'activity' | 'pausedBy'> | undefined,
  budget: StudyBudget | undefined,
): readonly string[] {
  const { studyId, ended } = stored;
  const status = `doeflow status ${studyId}`;
  if (mayBeOpen(stored)) return waysOfPause(progress, budget, studyId) ?? [status];
  const { done, total, withdrawn = 0 } = ended?.runs ?? { done: 0, total: 0 };
  return done + withdrawn >= total ? [status] : [`doeflow retry ${studyId} --failed`];
}
