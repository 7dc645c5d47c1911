import { progressQuery } from '../../../workflows/messages.ts';
import type { Engine } from '../engine/open-engine.ts';
import { findOpenExecution } from './open-study.ts';
import type { StoredStudy } from './stored-study.ts';
import type { StudyStatus } from './study-status.ts';

/** Longest wait for a worker's answer. */
const patienceMs = 5_000;

/** The status that a study's open workflow gives; by the store where it isn't open, unknown where no worker answers. */
export async function askStudy(engine: Engine, stored: StoredStudy): Promise<StudyStatus> {
  const open = await findOpenExecution(engine, stored);
  if (open === undefined) {
    const trouble =
      stored.ended === undefined ? 'unfinished, but Temporal has no workflow of it' : undefined;
    return { stored, progress: stored.ended, trouble };
  }
  try {
    const progress = await engine.temporalClient.withDeadline(
      new Date(engine.now().getTime() + patienceMs),
      () => open.handle.query(progressQuery),
    );
    return { stored, progress, trouble: undefined };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      stored,
      progress: undefined,
      trouble: `unknown, because no worker answers: ${error.message}`,
    };
  }
}
