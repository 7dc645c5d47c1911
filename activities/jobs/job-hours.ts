import { isTerminalJobStatus, type StatusEntry } from '../../src/platform-api/index.ts';

/** Display names of the states in which the hardware is there. */
const atWork = new Set(['Started', 'Validated', 'Executing', 'Stopping']);

/** Hours between the first state with hardware and the job's end; 0 for one that never had any, or whose history gives no times. */
export function hoursHeld(history: readonly StatusEntry[]): number {
  const times = (belongs: (status: string) => boolean): number[] =>
    history
      .filter(({ status }) => belongs(status))
      .map(({ statusDate }) => Date.parse(statusDate ?? ''))
      .filter(Number.isFinite);
  const began = Math.min(...times((status) => atWork.has(status)));
  const ended = Math.max(...times(isTerminalJobStatus));
  return Number.isFinite(began) && ended > began ? (ended - began) / 3_600_000 : 0;
}
