import { sendSignal } from './end-processes.ts';
import { type ProcessEntry, readProcess, wouldEndBySigterm } from './process-table.ts';
import type { Slot } from './slot.ts';

/** How soon it is looked whether the request was heard. */
const lookAgainMs = 50;

/**
 * Asks what runs in a slot to end, and kills it with its slot when the grace is over. A run in its first milliseconds may have no
 * process yet, or one that loses the signal between its fork and its first step, or that was the slot's own and is gone at once: such runs are asked again. Nobody
 * else is, since many programs take a second SIGTERM for impatience.
 *
 * @param isOver whether the run has ended.
 */
export function endGracefully(slot: Slot, graceMs: number, isOver: () => boolean): void {
  if (graceMs === 0) {
    void slot.kill();
    return;
  }
  let asked: readonly ProcessEntry[] = slot.terminate();
  const ask = setInterval(() => {
    if (isOver()) clearInterval(ask);
    else if (!asked.some(isThere)) asked = slot.terminate();
    else for (const { pid } of asked.filter(wouldEndBySigterm)) sendSignal(pid, 'SIGTERM');
  }, lookAgainMs);
  const kill = setTimeout(() => {
    clearInterval(ask);
    if (!isOver()) void slot.kill();
  }, graceMs);
  ask.unref();
  kill.unref();
}

function isThere({ pid, startTime }: ProcessEntry): boolean {
  const now = readProcess(pid);
  return now?.startTime === startTime && now.state !== 'Z';
}
