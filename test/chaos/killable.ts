import { readFileSync } from 'node:fs';
import { homeFiles } from '../../src/host/supervisor/home-files.ts';
import { processMark } from '../../src/host/supervisor/process-mark.ts';
import { processesNaming } from '../kit/orphans.ts';

/** The programs of a home besides the command line. */
export type HomeProgram = 'supervisor' | 'temporal' | 'platform' | 'runner' | 'worker';

/** Process id of a home's program, ready or not; undefined while it has none. */
export function findProgram(home: string, program: HomeProgram): number | undefined {
  const pid = program === 'supervisor' ? findSupervisor(home) : recordedPid(home, program);
  return pid !== undefined && processMark(pid) !== undefined ? pid : undefined;
}

/** Its command line doesn't name the home: its working directory does. */
function findSupervisor(home: string): number | undefined {
  const found = processesNaming('supervisor-main.js', home)[0];
  return found === undefined ? undefined : Number.parseInt(found, 10);
}

function recordedPid(home: string, program: HomeProgram): number | undefined {
  try {
    const records = JSON.parse(readFileSync(homeFiles(home).programs, 'utf8')) as {
      readonly name: string;
      readonly pid: number;
      readonly mark: string;
    }[];
    return records.find(({ name, pid, mark }) => name === program && processMark(pid) === mark)
      ?.pid;
  } catch (error) {
    // A new supervisor removes the file before it writes its own.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
