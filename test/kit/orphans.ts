import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processMark } from '../../src/host/supervisor/process-mark.ts';

/**
 * Gives back the command lines of living processes that name a text in their arguments, environment aside; used to find what a home left
 * running. Linux only (`/proc`).
 * @param workingIn only those whose working directory is this one or below it
 */
export function processesNaming(text: string, workingIn = '/'): readonly string[] {
  return livingProcesses()
    .filter(({ command, folder }) => command.includes(text) && isBelow(folder, workingIn))
    .map(({ pid, command }) => `${pid} ${command}`);
}

/** Gives back the command lines of living processes that name a folder, or work in it: also the runs of a home's jobs. */
export function processesOf(folder: string): readonly string[] {
  return livingProcesses()
    .filter((living) => living.command.includes(folder) || isBelow(living.folder, folder))
    .map(({ pid, command }) => `${pid} ${command}`);
}

interface LivingProcess {
  readonly pid: number;
  readonly command: string;
  readonly folder: string;
}

function livingProcesses(): readonly LivingProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const pid = Number(name);
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const folder = readlinkSync(`/proc/${name}/cwd`);
        return processMark(pid) === undefined ? [] : [{ pid, command, folder }];
      } catch (error) {
        // It ended while we looked, or isn't ours.
        if (error instanceof Error) return [];
        throw error;
      }
    });
}

function isBelow(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}
