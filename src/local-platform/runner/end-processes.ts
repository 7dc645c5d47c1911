import { setTimeout as delay } from 'node:timers/promises';
import { findRunProcesses, type ProcessEntry } from './process-table.ts';

/**
 * Sends a signal to every process found and gives them back; one that is gone already is no error. Sessions' leaders come first: a
 * slot's shell that outlived its command would write down the kill as the command's own exit code.
 */
export function signalProcesses(
  session: number | undefined,
  marker: string,
  signal: NodeJS.Signals,
  except?: number,
): readonly ProcessEntry[] {
  const found = findRunProcesses(session, marker).filter(({ pid }) => pid !== except);
  const leaders = found.filter((entry) => entry.pid === entry.session);
  const others = found.filter((entry) => entry.pid !== entry.session);
  for (const { pid } of [...leaders, ...others]) sendSignal(pid, signal);
  return found;
}

/** Sends a signal to a process; one that is gone already is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Kills a session and its escapees again and again until none is left: a process may fork while it is being killed. */
export async function killProcesses(session: number | undefined, marker: string): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    if (signalProcesses(session, marker, 'SIGKILL').length === 0) return;
    await delay(round < 5 ? 2 : 20);
  }
  throw new Error(`Expected the processes marked ${marker} to end when killed, some did not`);
}
