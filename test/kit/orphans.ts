import { readdirSync, readFileSync } from 'node:fs';
import { processMark } from '../../src/host/supervisor/process-mark.ts';

/**
 * Gives back the command lines of living processes that name a folder in their arguments, working directory or environment aside; used to find
 * what a home left running. Linux only (`/proc`).
 */
export function processesNaming(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const pid = Number(name);
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return command.includes(folder) && processMark(pid) !== undefined
          ? [`${pid} ${command}`]
          : [];
      } catch (error) {
        // It ended while we looked.
        if (error instanceof Error) return [];
        throw error;
      }
    });
}
