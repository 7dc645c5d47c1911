import { EngineError } from '../../errors.ts';
import type { StudyReader } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { lookForEngine } from '../engine/look-for-engine.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { planStoredStudy } from './open-stored-study.ts';
import { isHeldByLimit, notesNow } from './pause-words.ts';
import { readBudget, type StudyBudget } from './read-budget.ts';
import { createPriceReader, readStudyCost, type StudyCost } from './read-cost.ts';
import { readStudyStatus } from './read-study-status.ts';
import type { StudyStatus } from './study-status.ts';
import { mayBeOpen, type StoredStudy } from './stored-study.ts';

/** What an open study tells of itself beyond what the store has. */
export interface OpenStudy {
  /** Of the study, as `doeflow status` has it; `Unfinished` where nobody could be asked. */
  readonly status: string;
  /** Why it is paused, and what else happened on the way; or why its state isn't known. */
  readonly notes: readonly string[];
  /** Absent where the study could not be asked. */
  readonly cost?: StudyCost;
  /** Its budget has paused it by the limit that still holds. */
  readonly needsLimit?: true;
}

type KnownStatus = Partial<Pick<StudyStatus, 'progress' | 'loss' | 'waits' | 'trouble'>>;

/** Asks an open study for its state and the platform for its price, as far as an engine is up to be asked; undefined for a study that has ended. */
export async function lookAtOpenStudy(
  context: CommandContext,
  store: StudyReader,
  stored: StoredStudy,
): Promise<OpenStudy | undefined> {
  if (!mayBeOpen(stored)) return undefined;
  try {
    const { engine, trouble } = await lookForEngine(context);
    try {
      const status = await readStudyStatus(engine, stored, trouble);
      const other = otherPlatformOf(stored, platformOfSettings(readSettings(context)));
      const asked =
        engine === undefined || other !== undefined ? undefined : createPriceReader(engine);
      const cost = await readStudyCost(store, stored, asked, false);
      const budget = await budgetOfPause(context, stored, status);
      return describeOpen(stored.studyId, status, { cost, budget });
    } finally {
      await engine?.close();
    }
  } catch (error) {
    // A report is written of what the store has, whatever is wrong with the engine.
    if (!(error instanceof EngineError)) throw error;
    return describeOpen(stored.studyId, { trouble: `unfinished; ${error.message}` });
  }
}

/** The budget of a study that it has paused; of others nobody asks here. */
async function budgetOfPause(
  context: CommandContext,
  stored: StoredStudy,
  { progress }: KnownStatus,
): Promise<StudyBudget | undefined> {
  if (progress?.pausedBy !== 'budget') return undefined;
  const store = await openOwnStore(context);
  const { study, studyId } = await planStoredStudy(store, stored);
  return readBudget(store, { studyId, study, isOver: false });
}

/** @param status of the study, as far as it could be read */
export function describeOpen(
  studyId: string,
  { progress, loss, waits, trouble }: KnownStatus,
  { cost, budget }: { readonly cost?: StudyCost; readonly budget?: StudyBudget | undefined } = {},
): OpenStudy {
  const known = cost === undefined ? {} : { cost };
  const toAsk = `doeflow status ${studyId}`;
  if (progress !== undefined) {
    return {
      status: progress.state,
      notes: notesNow(progress, budget),
      ...known,
      ...(isHeldByLimit(progress, budget) ? { needsLimit: true } : {}),
    };
  }
  if (loss !== undefined) {
    return {
      status: loss.status,
      notes: [`The study ${loss.how}. What to do: ${toAsk}`],
      ...known,
    };
  }
  if (waits === true) {
    return { status: 'Waiting', notes: [`The study ${trouble ?? 'waits'}`], ...known };
  }
  const why = trouble ?? 'nobody answered';
  return {
    status: 'Unfinished',
    notes: [`Whether the study runs or is paused could not be asked (${why}): ${toAsk}`],
    ...known,
  };
}
