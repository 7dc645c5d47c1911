import type { JournalLine } from '../protocol.ts';
import type { RecordedAttempt } from './journal-summary.ts';
import type { RunFolderState } from './run-folder-state.ts';

/** What is to be known and recorded of a run before its folder may be touched. */
export interface RunAccount {
  /** Attempts made so far, from 0. */
  readonly attempts: number;
  /** Lines that the journal still lacks; they must be on the disk before anything of the run's folder is removed. */
  readonly lines: readonly JournalLine[];
}

/**
 * Compares what a run's folder says of an earlier runner's last attempt with what the journal says of it. The journal may lack the
 * start, when the runner died before its line was written, or the loss, when it died before it looked; the folder may lack the
 * start, when the runner died after it had emptied the folder. With these lines written, nothing is lacking.
 *
 * @param now epoch milliseconds, the time of a loss.
 */
export function accountForRun(
  run: number,
  state: RunFolderState,
  recorded: RecordedAttempt | undefined,
  now: number,
): RunAccount {
  // A mark that was cut while it was written is no start: it stands before the command is.
  const mark = state.state === 'fresh' ? undefined : state.started;
  const lines: JournalLine[] = [];
  const recordedAttempts = recorded?.attempt ?? 0;
  const attempts = Math.max(recordedAttempts, mark?.attempt ?? 0);
  const isNews = mark !== undefined && mark.attempt > recordedAttempts;
  if (isNews) {
    const { attempt, at, slot } = mark;
    lines.push({ kind: 'started', run, attempt, at, slot });
  }
  const isLost = recorded?.lost === true && !isNews;
  if (attempts > 0 && state.state !== 'ended' && !isLost) {
    lines.push({ kind: 'lost', run, attempt: attempts, at: now });
  }
  return { attempts, lines };
}
