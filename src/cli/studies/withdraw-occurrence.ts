import { setTimeout as pause } from 'node:timers/promises';
import type { CommandContext } from '../context.ts';
import type { WaitingOccurrence } from './waiting-occurrence.ts';

/** How long a worker may take to withdraw it before the command says that it will. */
const patienceMs = 15_000;

/** Takes back a study that would begin by itself; where it has just begun, it is stopped gently. */
export async function withdrawOccurrence(
  { output }: CommandContext,
  studyId: string,
  { handle }: WaitingOccurrence,
): Promise<void> {
  await handle.cancel();
  const result = await Promise.race([
    handle.result(),
    pause(patienceMs, undefined, { ref: false }),
  ]);
  const withdrawn = result === undefined ? null : result.state === 'Skipped';
  const sentence =
    result === undefined
      ? 'is withdrawn as soon as a worker runs'
      : withdrawn === true
        ? 'is withdrawn: it had not begun, and nothing was submitted'
        : `had just begun, and ended: ${result.state}`;
  output.show({
    json: { studyId, stopped: true, withdrawn },
    human: [{ kind: 'text', lines: [`Study ${studyId} ${sentence}.`] }],
    quiet: studyId,
  });
}
