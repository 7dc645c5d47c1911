import { readFileSync, statSync } from 'node:fs';
import type { RunFolder } from '../job-folder.ts';

/** What a run's folder says: `fresh` never started, `cut` started and not ended, else ended with its exit code. */
export type RunFolderState =
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
export function readRunFolderState(run: RunFolder): RunFolderState {
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

/** The text that {@link readRunFolderState} reads back. */
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
