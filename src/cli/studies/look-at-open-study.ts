import { EngineError } from '../../errors.ts';
import type { StudyReader } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { lookForEngine } from '../engine/look-for-engine.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import { readSettings } from '../engine/read-settings.ts';
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
      return describeOpen(stored.studyId, status, await readStudyCost(store, stored, asked, false));
    } finally {
      await engine?.close();
    }
  } catch (error) {
    // A report is written of what the store has, whatever is wrong with the engine.
    if (!(error instanceof EngineError)) throw error;
    return describeOpen(stored.studyId, { trouble: `unfinished; ${error.message}` });
  }
}

/** @param status of the study, as far as it could be read */
export function describeOpen(
  studyId: string,
  { progress, loss, waits, trouble }: KnownStatus,
  cost?: StudyCost,
): OpenStudy {
  const known = cost === undefined ? {} : { cost };
  const toAsk = `doeflow status ${studyId}`;
  if (progress !== undefined) return { status: progress.state, notes: progress.notes, ...known };
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
