/** The status of a study right now: from its workflow where that is open and answers, else from the store. */
import type { StudyProgress } from '../../run/messages.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { StoredStudy } from './stored-study.ts';

export interface StudyStatus {
  readonly stored: StoredStudy;
  /** Absent where it is unknown; `trouble` says why. */
  readonly progress: StudyProgress | undefined;
  /** Why `progress` is absent, as a sentence. */
  readonly trouble: string | undefined;
}

/** @param engine Absent where the embedded parts don't run: then only the store is read. */
export async function readStudyStatus(
  engine: Engine | undefined,
  stored: StoredStudy,
): Promise<StudyStatus> {
  if (engine === undefined) {
    return {
      stored,
      progress: stored.ended,
      trouble: stored.ended === undefined ? 'unfinished; no engine is running' : undefined,
    };
  }
  const { askStudy } = await import('./ask-study.ts');
  return askStudy(engine, stored);
}
