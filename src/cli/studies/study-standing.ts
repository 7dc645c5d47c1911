/** How a study stands right now: from its workflow where that is open and answers, else from the store. */
import type { Engine } from '../engine/open-engine.ts';
import type { StudyStanding } from './ask-study.ts';
import type { StoredStudy } from './stored-study.ts';

/** @param engine Absent where the embedded parts aren't up: then only the store is asked. */
export async function readStanding(
  engine: Engine | undefined,
  stored: StoredStudy,
): Promise<StudyStanding> {
  if (engine === undefined) {
    return {
      stored,
      progress: stored.ended,
      handle: undefined,
      trouble:
        stored.ended === undefined ? 'not over, and nothing is up to carry it on' : undefined,
    };
  }
  const { askStudy } = await import('./ask-study.ts');
  return askStudy(engine, stored);
}
