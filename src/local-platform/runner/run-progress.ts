import { readFileSync, statSync } from 'node:fs';
import { readLines } from '../read-lines.ts';
import type { RunFolder } from '../job-folder.ts';
import type { JournalLine } from '../protocol.ts';

/** What a run's folder says: `fresh` never started, `cut` started and not ended, else ended with its exit code. */
export type RunProgress =
  | { readonly state: 'fresh' }
  | { readonly state: 'cut'; readonly started: StartedMark | undefined }
  | {
      readonly state: 'ended';
      readonly exitCode: number;
      readonly started: StartedMark | undefined;
      readonly endedAt: number;
    };

/** The content of `started`. */
export interface StartedMark {
  /** Process id of the slot's shell, which is also its session. */
  readonly pid: number;
  readonly startTime: string;
  readonly slot: number;
  readonly attempt: number;
  readonly at: number;
}

/** Reads a run's truth from its folder. An exit code counts only with its line end, since the write may have been cut. */
export function readRunProgress(run: RunFolder): RunProgress {
  const mark = readIfThere(run.started);
  if (mark === undefined) return { state: 'fresh' };
  const started = parseMark(mark);
  const exit = readIfThere(run.exit);
  if (exit === undefined || !/^\d+\n$/.test(exit)) return { state: 'cut', started };
  return {
    state: 'ended',
    exitCode: Number(exit),
    started,
    endedAt: Math.round(statSync(run.exit).mtimeMs),
  };
}

/** What a job's journal says of the runner's earlier life. */
export interface JobProgress {
  readonly openedAt: number | undefined;
  readonly closed: boolean;
  readonly ended: ReadonlySet<number>;
  /** Of each run that started and hasn't ended, the last attempt. */
  readonly attempts: ReadonlyMap<number, ToldAttempt>;
}

/** The last attempt of a run that a journal tells of. */
export interface ToldAttempt {
  /** From 1. */
  readonly attempt: number;
  /** Its loss was told too. */
  readonly lost: boolean;
}

/** Reads a journal once, line by line. */
export function readJobProgress(journalPath: string): JobProgress {
  let openedAt: number | undefined;
  let closed = false;
  const ended = new Set<number>();
  const attempts = new Map<number, ToldAttempt>();
  if (statSync(journalPath, { throwIfNoEntry: false }) !== undefined) {
    for (const text of readLines(journalPath)) {
      const line = JSON.parse(text) as JournalLine;
      if (line.kind === 'opened') openedAt ??= line.at;
      else if (line.kind === 'ended') {
        ended.add(line.run);
        attempts.delete(line.run);
      } else if (line.kind === 'started' || line.kind === 'lost') {
        attempts.set(line.run, { attempt: line.attempt, lost: line.kind === 'lost' });
      } else if (line.kind === 'closed') closed = true;
    }
  }
  return { openedAt, closed, ended, attempts };
}

function parseMark(text: string): StartedMark | undefined {
  const [pid, startTime, slot, attempt, at, end] = text.split(' ');
  if (end !== '\n') return undefined;
  return {
    pid: Number(pid),
    startTime: startTime ?? '',
    slot: Number(slot),
    attempt: Number(attempt),
    at: Number(at),
  };
}

/** The text that {@link readRunProgress} reads back. */
export function printMark(mark: StartedMark): string {
  return `${mark.pid} ${mark.startTime} ${mark.slot} ${mark.attempt} ${mark.at} \n`;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
