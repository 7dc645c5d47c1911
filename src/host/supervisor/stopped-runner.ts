import { readFileSync } from 'node:fs';
import { homeFiles } from './home-files.ts';
import { readRecords } from './leftovers.ts';
import { processMark } from './process-mark.ts';

/** Process id of a home's runner where it was stopped (SIGSTOP, as a run may do to all of its user's processes); undefined where it isn't, or nobody can tell. */
export function stoppedRunnerOf(home: string): number | undefined {
  const runner = readRecords(homeFiles(home).programs).find(({ name }) => name === 'runner');
  if (runner === undefined || processMark(runner.pid) !== runner.mark) return undefined;
  return isStopped(runner.pid) ? runner.pid : undefined;
}

function isStopped(pid: number): boolean {
  try {
    return /^State:\s*[Tt]/mu.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}
