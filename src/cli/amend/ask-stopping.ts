import { EngineError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { lookForEngine } from '../engine/look-for-engine.ts';
import { readStudyStatus } from '../studies/read-study-status.ts';
import type { StoredStudy } from '../studies/stored-study.ts';

/** The jobs of a study that are being stopped, by number, as its workflow says; none where it isn't open or doesn't answer, which stops nothing. */
export async function askStopping(
  context: CommandContext,
  stored: StoredStudy,
): Promise<readonly number[]> {
  try {
    const { engine } = await lookForEngine(context);
    if (engine === undefined) return [];
    try {
      const { progress } = await readStudyStatus(engine, stored);
      return (progress?.jobs ?? [])
        .filter(({ stopped, phase }) => stopped === true && phase !== 'done' && phase !== 'failed')
        .map(({ jobNumber }) => jobNumber);
    } finally {
      await engine.close();
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [];
  }
}
