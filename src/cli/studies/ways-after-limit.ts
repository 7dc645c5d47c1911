import type { StudyProgress } from '../../run/messages.ts';
import { tooLowLimit } from './least-limit.ts';
import { waysOfPause } from './pause-words.ts';
import type { StudyBudget } from './read-budget.ts';
import { mayBeOpen, type StoredStudy } from './stored-study.ts';

/**
 * The commands to go on with once a limit of its cost was set: a study that its budget has paused is resumed, any other open one goes on by itself or was paused
 * for another reason; of one that has ended, what isn't done may run within it.
 * @param progress of an open study; undefined where nobody answered for it
 * @param before with the limit of before: where that let nothing begin, the study is taken for paused by it though nobody answers
 */
export function waysAfterLimit(
  stored: StoredStudy,
  progress: Pick<StudyProgress, 'state' | 'activity' | 'pausedBy'> | undefined,
  budget: StudyBudget | undefined,
  before?: StudyBudget,
): readonly string[] {
  const { studyId, ended } = stored;
  const status = `doeflow status ${studyId}`;
  if (mayBeOpen(stored)) {
    const least = tooLowLimit(budget)?.least;
    // A limit that lets nothing begin was just set: first another one.
    if (least !== undefined && (progress === undefined || progress.pausedBy === 'budget')) {
      return [`doeflow budget ${studyId} --set ${least}`];
    }
    const wasHeld = progress === undefined && tooLowLimit(before) !== undefined;
    return wasHeld
      ? [`doeflow resume ${studyId}`]
      : (waysOfPause(progress, budget, studyId) ?? [status]);
  }
  const { done, total, withdrawn = 0 } = ended?.runs ?? { done: 0, total: 0 };
  return done + withdrawn >= total ? [status] : [`doeflow retry ${studyId} --failed`];
}
