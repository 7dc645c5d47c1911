import { isTerminalJobStatus, type JobStatus } from './status-words.ts';

/** States in which a job has its hardware. */
const withHardware: ReadonlySet<string> = new Set<JobStatus>([
  'Started',
  'Validated',
  'Executing',
  'Stopping',
]);

/** What tells of a job's time: entries of its history, in any order. */
export interface DatedStatus {
  readonly status: string;
  readonly statusDate?: string | null | undefined;
}

/** An hour of hardware, in milliseconds. */
const hourMs = 3_600_000;

/**
 * Hours between the first state with hardware and the job's end; 0 for one that never had any, or whose history gives no times.
 * @param now for a job that hasn't ended: the hours until then
 * @param lengthMs of an hour, in a rehearsal
 */
export function hoursHeld(
  history: readonly DatedStatus[],
  now?: Date,
  lengthMs: number = hourMs,
): number {
  const times = (belongs: (status: string) => boolean): number[] =>
    history
      .filter(({ status }) => belongs(status))
      .map(({ statusDate }) => Date.parse(statusDate ?? ''))
      .filter(Number.isFinite);
  const began = Math.min(...times((status) => withHardware.has(status)));
  const ends = times(isTerminalJobStatus);
  const ended = Math.max(
    ...ends,
    ...(ends.length === 0 && now !== undefined ? [now.getTime()] : []),
  );
  return Number.isFinite(began) && ended > began ? (ended - began) / lengthMs : 0;
}
