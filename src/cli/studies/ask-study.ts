import type { StudyProgress } from '../../run/messages.ts';
import { progressQuery } from '../../../workflows/messages.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { StoredStudy } from './stored-study.ts';
import { findOpenExecution, type StudyHandle } from './open-study.ts';

/** How a study stands right now. */
export interface StudyStanding {
  readonly stored: StoredStudy;
  /** Absent when nobody can say. */
  readonly progress: StudyProgress | undefined;
  /** The study's workflow when it is open. */
  readonly handle: StudyHandle | undefined;
  /** Why `progress` isn't fresh, as a sentence. */
  readonly trouble: string | undefined;
}

/** Longest wait for a worker's answer. */
const patienceMs = 5_000;

/** How a study stands by its open workflow's own word; by the store where it isn't open or no worker answers. */
export async function askStudy(engine: Engine, stored: StoredStudy): Promise<StudyStanding> {
  const open = await findOpenExecution(engine, stored);
  if (open === undefined) {
    const trouble = stored.ended === undefined ? 'not over, and its workflow is gone' : undefined;
    return { stored, progress: stored.ended, handle: undefined, trouble };
  }
  const { handle } = open;
  try {
    const progress = await engine.temporalClient.withDeadline(
      new Date(engine.now().getTime() + patienceMs),
      () => handle.query(progressQuery),
    );
    return { stored, progress, handle, trouble: undefined };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { stored, progress: undefined, handle, trouble: `no worker answers: ${error.message}` };
  }
}
