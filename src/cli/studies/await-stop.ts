import type { StudyProgress } from '../../run/messages.ts';
import { askInTime, isOutage } from '../../look/look-at-study.ts';
import { progressName } from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { OpenStudy } from './open-study.ts';
import { waitForClose } from './wait-for-close.ts';

/**
 * Waits for the end of an open study that is being stopped; false, at once, for one that isn't, or doesn't say.
 * @throws UsageError USAGE_INTERRUPTED, exit code 130, when the person doesn't wait for it
 */
export async function awaitStop(
  context: CommandContext,
  engine: Engine,
  open: OpenStudy,
): Promise<boolean> {
  const { studyId, handle } = open;
  if (!(await isStopping(engine, handle))) return false;
  await waitForClose(
    context,
    open,
    `Study ${studyId} has the same name and is being stopped: nothing is started before it has ended, which is waited for now. What it waits for itself: doeflow status ${studyId}`,
  );
  return true;
}

async function isStopping(engine: Engine, handle: OpenStudy['handle']): Promise<boolean> {
  try {
    const progress = await askInTime(engine, () => handle.query<StudyProgress>(progressName));
    return progress.stopping === true;
  } catch (error) {
    if (!isOutage(error)) throw error;
    return false;
  }
}
