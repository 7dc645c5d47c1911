import { readRecords, recordPrograms } from './leftovers.ts';
import { processMark } from './process-mark.ts';

/** Writes down who supervises a home; call it with the home locked. */
export function recordSupervisor(path: string): void {
  const mark = processMark(process.pid);
  if (mark !== undefined) recordPrograms(path, [{ name: 'supervisor', pid: process.pid, mark }]);
}

/**
 * Kills the supervisor that has a home's lock, for one that does not answer any more; its programs end with it. Gives back its process id;
 * undefined when it has ended meanwhile.
 */
export function killSupervisor(path: string): number | undefined {
  const record = readRecords(path).find(({ pid, mark }) => processMark(pid) === mark);
  if (record === undefined) return undefined;
  process.kill(record.pid, 'SIGKILL');
  return record.pid;
}
