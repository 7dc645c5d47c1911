import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Gives back a mark that tells this process from any later one of the same id: its start time. Undefined when there is none, or only its
 * zombie is left.
 */
export function processMark(pid: number): string | undefined {
  if (process.platform === 'linux') {
    let stat: string;
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) {
        return undefined;
      }
      throw error;
    }
    // The name is in brackets, and may have blanks and brackets in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  }
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch (error) {
    // `ps` ends with 1 when there is no such process.
    if ((error as { status?: number }).status === 1) return undefined;
    throw error;
  }
}

/** Sends a signal to a process group; gives back whether there was one to hear it. */
export function signalGroup(pgid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-pgid, signal);
    return true;
  } catch (error) {
    // EPERM: macOS says so of a group that holds only zombies.
    if (['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
