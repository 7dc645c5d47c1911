import { mkdirSync, statfsSync } from 'node:fs';
import { homeFiles } from '../supervisor/home-files.ts';
import { holdHome } from '../supervisor/home-hold.ts';
import { lookAtSupervisor } from '../supervisor/look-at-supervisor.ts';
import { failedCheck, type Check } from './check.ts';

/** Less than this and a study of some size will stop in the middle. */
const leastFreeBytes = 1e9;

/** Looks at the space on the disk that holds a folder, which is made if it isn't there. */
export function checkDisk(name: string, folder: string): Check {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    return {
      name,
      ok: free >= leastFreeBytes,
      detail: `${folder}, ${(free / 1e9).toFixed(1)} GB free`,
      hint: 'Make room, or take another folder by DOEFLOW_HOME',
    };
  } catch (error) {
    return failedCheck(name, error);
  }
}

/** Looks at who holds the home folder, without starting anything. */
export async function checkHomeHold(home: string): Promise<Check> {
  const name = 'Home folder';
  try {
    const files = homeFiles(home);
    const state = await lookAtSupervisor(files);
    if (state?.state === 'ready') {
      const clients = state.leases.map(({ pid, keep }) => `${pid}${keep ? ' (stays)' : ''}`);
      return {
        name,
        ok: true,
        detail: `its parts are up under supervisor ${state.supervisorPid}, for ${clients.length === 0 ? 'nobody' : clients.join(', ')}`,
      };
    }
    if (state !== undefined) {
      return { name, ok: true, detail: `its supervisor is ${state.state}` };
    }
    const hold = holdHome(files.lock);
    hold?.release();
    return hold === undefined
      ? {
          name,
          ok: false,
          detail: `${home} is held by a process that doesn't serve it`,
          hint: `Repeat in a few seconds; then look for a process that has ${files.lock} open`,
        }
      : { name, ok: true, detail: 'free; its parts start with the next command' };
  } catch (error) {
    return failedCheck(name, error);
  }
}
