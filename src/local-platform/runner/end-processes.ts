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

/** Rounds in which all are halted before any is killed; what the system itself holds can't be halted. */
const haltingRounds = 50;

/**
 * Kills a session, its escapees and all that descends from them, again and again until none is left. All are halted before the first is killed:
 * none forks meanwhile, no shell writes down its command's killing as an exit code, and none loses its parent, by which it is found.
 */
export async function killProcesses(session: number | undefined, marker: string): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const found = findRunProcesses(session, marker);
    if (found.length === 0) return;
    const running = found.filter(({ state }) => state !== 'T' && state !== 't');
    const isHalted = running.length === 0 || round >= haltingRounds;
    for (const { pid } of isHalted ? found : running) {
      sendSignal(pid, isHalted ? 'SIGKILL' : 'SIGSTOP');
    }
    await delay(round < 5 ? 2 : 20);
  }
  throw new Error(`Expected the processes marked ${marker} to end when killed, some did not`);
}
