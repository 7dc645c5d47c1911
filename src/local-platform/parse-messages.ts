/**
 * Reads what arrives on the runner's socket, on either side. Written by hand: the runner stays small, since starting a process gets
 * dearer with the size of its parent.
 */
import type { RunnerCommand, RunnerNotice } from './protocol.ts';

const stopKinds = ['stop', 'force', 'shutdown', 'walltime'] as const;
/** Ids are made by the platform; they are also names of folders. */
const idPattern = /^[A-Za-z0-9]{1,64}$/;
const largestRun = 1e9;

/** A command of the server, or undefined for anything else. */
export function parseCommand(value: unknown): RunnerCommand | undefined {
  const { type, jobId, how, run } = fieldsOf(value);
  if (!isId(jobId)) return undefined;
  if (type === 'start') return { type, jobId };
  if (type === 'stop') {
    const kind = stopKinds.find((k) => k === how);
    return kind === undefined ? undefined : { type, jobId, how: kind };
  }
  return type === 'stop-run' && isCount(run, largestRun) ? { type, jobId, run } : undefined;
}

/** A notice of the runner, or undefined for anything else. */
export function parseNotice(value: unknown): RunnerNotice | undefined {
  const { type, jobId, pid, message } = fieldsOf(value);
  if (type === 'ready') return isCount(pid, 2 ** 31) ? { type, pid } : undefined;
  if (!isId(jobId)) return undefined;
  if (type === 'grew') return { type, jobId };
  return type === 'refused' && typeof message === 'string' ? { type, jobId, message } : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isPlain ? (value as Record<string, unknown>) : {};
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value);
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}
