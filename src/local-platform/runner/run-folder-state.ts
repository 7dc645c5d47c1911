import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
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

/** Reads a run's truth from its folder. */
export function readRunFolderState(run: RunFolder): RunFolderState {
  const mark = readIfThere(run.started);
  if (mark === undefined) return { state: 'fresh' };
  const started = parseMark(mark.text);
  const exit = readExit(run);
  return exit === undefined ? { state: 'cut', started } : { state: 'ended', started, ...exit };
}

/**
 * How a run that was started has ended; undefined while it hasn't. An exit code counts only with its line end, since the write may have been cut; what is no plain file
 * was put there by the run, and counts for nothing.
 */
export function readExit(
  run: RunFolder,
): { readonly exitCode: number; readonly endedAt: number } | undefined {
  const exit = readIfThere(run.exit);
  if (exit === undefined || !/^\d+\n$/.test(exit.text)) return undefined;
  return { exitCode: Number(exit.text), endedAt: Math.round(exit.modifiedMs) };
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

/** More than either file ever holds. */
const mostBytes = 1000;

/** The beginning of a plain file; empty for anything else, which is neither followed nor waited for. */
function readIfThere(
  path: string,
): { readonly text: string; readonly modifiedMs: number } | undefined {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    // A link, a socket or a device, a file that nobody may read, a root that is a file.
    if (['ELOOP', 'ENXIO', 'ENODEV', 'EACCES', 'EPERM', 'ENOTDIR'].includes(code)) {
      return { text: '', modifiedMs: 0 };
    }
    throw error;
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) return { text: '', modifiedMs: 0 };
    const bytes = Buffer.alloc(mostBytes);
    const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, mostBytes, 0));
    return { text, modifiedMs: found.mtimeMs };
  } finally {
    closeSync(file);
  }
}
