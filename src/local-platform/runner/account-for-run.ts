import type { JournalLine } from '../protocol.ts';
import type { RunProgress, ToldAttempt } from './run-progress.ts';

/** What is to be known and told of a run before its folder may be touched. */
export interface RunAccount {
  /** Attempts made so far, from 0. */
  readonly attempts: number;
  /** Lines that the journal still lacks; they must be on the disk before anything of the run's folder is removed. */
  readonly lines: readonly JournalLine[];
}

/**
 * Compares what a run's folder says of an earlier runner's last attempt with what the journal says of it. The journal may lack the
 * start, when the runner died before its line was written, or the loss, when it died before it looked; the folder may lack the
 * start, when the runner died after it had emptied the folder. Told once more, nothing is lacking.
 *
 * @param now epoch milliseconds, the time of a loss.
 */
export function accountForRun(
  run: number,
  progress: RunProgress,
  told: ToldAttempt | undefined,
  now: number,
): RunAccount {
  // A mark that was cut while it was written is no start: it stands before the command is.
  const mark = progress.state === 'fresh' ? undefined : progress.started;
  const lines: JournalLine[] = [];
  const toldAttempts = told?.attempt ?? 0;
  const attempts = Math.max(toldAttempts, mark?.attempt ?? 0);
  const isNews = mark !== undefined && mark.attempt > toldAttempts;
  if (isNews) {
    const { attempt, at, slot } = mark;
    lines.push({ kind: 'started', run, attempt, at, slot });
  }
  const isLost = told?.lost === true && !isNews;
  if (attempts > 0 && progress.state !== 'ended' && !isLost) {
    lines.push({ kind: 'lost', run, attempt: attempts, at: now });
  }
  return { attempts, lines };
}
