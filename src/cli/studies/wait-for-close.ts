import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import type { OpenStudy } from './open-study.ts';

const lookMs = 300;

/**
 * Returns when the study's workflow has closed.
 * @param why what is waited for, told first; default: that it writes its results
 * @throws UsageError USAGE_INTERRUPTED, exit code 130, when the person doesn't wait for it
 */
export async function waitForClose(
  { interrupt, output }: CommandContext,
  { studyId, handle, ticket }: OpenStudy,
  why = `Study ${studyId} has run all that it had to and is writing its results: it is started again as soon as they are written.`,
): Promise<void> {
  output.note(why);
  for (;;) {
    const { status, memo } = await handle.describe();
    // Another command may have started it again.
    const isAnother = ticket !== undefined && memo?.['ticket'] !== ticket;
    if (status.name !== 'RUNNING' || isAnother) return;
    if (interrupt.signal.aborted) {
      throw new UsageError(
        'USAGE_INTERRUPTED',
        `Interrupted before study ${studyId} had ended: nothing was asked of it`,
        { exitCode: exitCodes.interrupted, hint: `doeflow status ${studyId}` },
      );
    }
    await delay(lookMs);
  }
}
