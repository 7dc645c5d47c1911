/** The status of a study right now: from its workflow where that is open and answers, else from the store. */
import type { Trouble } from '../../run/trouble.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { StoredStudy } from './stored-study.ts';
import type { StudyStatus } from './study-status.ts';

/** @param engine Absent where the embedded parts don't run, or don't answer for `reason`: then only the store is read. */
export async function readStudyStatus(
  engine: Engine | undefined,
  stored: StoredStudy,
  reason?: Trouble,
): Promise<StudyStatus> {
  if (engine === undefined) {
    return {
      stored,
      progress: stored.ended,
      trouble:
        stored.ended !== undefined
          ? undefined
          : reason === undefined
            ? 'unfinished; no engine is running'
            : `unknown; waiting for ${reason.waitingFor}`,
      troubles: stored.ended !== undefined || reason === undefined ? [] : [reason],
      ...(stored.ended === undefined && reason === undefined ? { isIdle: true } : {}),
    };
  }
  const { askStudy } = await import('./ask-study.ts');
  return askStudy(engine, stored);
}
