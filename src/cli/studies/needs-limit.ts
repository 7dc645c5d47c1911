import { EngineError } from '../../errors.ts';
import type { Store } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { lookForEngine } from '../engine/look-for-engine.ts';
import { planStoredStudy } from './open-stored-study.ts';
import { isHeldByLimit } from './pause-words.ts';
import { readBudget } from './read-budget.ts';
import { readStudyStatus } from './read-study-status.ts';
import { mayBeOpen, type StoredStudy } from './stored-study.ts';

/** Asks an open study that has a limit of its cost whether that has paused it, and still holds; false where nobody answers. */
export async function needsLimit(
  context: CommandContext,
  store: Store,
  stored: StoredStudy,
): Promise<boolean> {
  if (!mayBeOpen(stored)) return false;
  try {
    const { study, studyId } = await planStoredStudy(store, stored);
    const budget = await readBudget(store, { studyId, study, isOver: false });
    if (budget === undefined) return false;
    const { engine, trouble } = await lookForEngine(context);
    try {
      const { progress } = await readStudyStatus(engine, stored, trouble);
      return progress !== undefined && isHeldByLimit(progress, budget);
    } finally {
      await engine?.close();
    }
  } catch (error) {
    // Why runs failed is in the store, whatever is wrong with the engine.
    if (!(error instanceof EngineError)) throw error;
    return false;
  }
}
