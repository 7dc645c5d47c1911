import type { StudyProgress } from '../../run/messages.ts';
import type { Study } from '../../study/study.ts';
import { tooLowLimit, type TooLowLimit } from './least-limit.ts';
import type { BudgetReader } from './least-of-next.ts';
import { isHeldByLimit } from './pause-words.ts';
import { readBudget } from './read-budget.ts';

/** The limit by which a study that goes on now pauses again before its next job; undefined where it doesn't. @param before what it told while it was paused */
export async function limitThatPausesAgain(
  store: BudgetReader,
  { studyId, study }: { readonly studyId: string; readonly study: Study },
  before: Pick<StudyProgress, 'state' | 'activity' | 'pausedBy'> | undefined,
): Promise<TooLowLimit | undefined> {
  if (before?.state !== 'Paused') return undefined;
  const budget = await readBudget(store, { studyId, study, isOver: false });
  return isHeldByLimit(before, budget) ? tooLowLimit(budget) : undefined;
}

/** What is told of it. */
export function pausesAgainWords({ words }: TooLowLimit): string {
  return `It pauses again before its next job: ${words}.`;
}
