import { statfsSync } from 'node:fs';
import { makeFolderSync, takeFileLock } from '../../files/index.ts';
import { homeFiles } from '../supervisor/home-files.ts';
import { lookAtSupervisor } from '../supervisor/look-at-supervisor.ts';
import { failedCheck, type Check } from './check.ts';

/** Less than this and a study of some size will stop in the middle. */
const leastFreeBytes = 1e9;

/** Looks at the space on the disk that holds a folder, which is made if it isn't there. */
export function checkDisk(name: string, folder: string): Check {
  try {
    makeFolderSync(folder, { mode: 0o700 });
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    return {
      name,
      ok: free >= leastFreeBytes,
      detail: `${folder}, ${free < 1e9 ? `${Math.floor(free / 1e6)} MB` : `${(free / 1e9).toFixed(1)} GB`} free`,
      hint: 'Free some space, or set DOEFLOW_HOME to another folder',
    };
  } catch (error) {
    return failedCheck(name, error);
  }
}

/** Looks at who uses the home folder, without starting anything. */
export async function checkHomeLock(home: string): Promise<Check> {
  const name = 'Home folder';
  try {
    const files = homeFiles(home);
    const state = await lookAtSupervisor(files);
    if (state?.state === 'ready') {
      const clients = state.leases.map(({ pid, keep }) => `${pid}${keep ? ' (stays)' : ''}`);
      const { staysFor = [] } = state;
      const none =
        staysFor.length === 0 ? 'no client' : `no client: it stays for ${staysFor.join(', ')}`;
      return {
        name,
        ok: true,
        detail: `its parts run under supervisor ${state.supervisorPid}, for ${clients.length === 0 ? none : `client ${clients.join(', ')}`}`,
      };
    }
    if (state !== undefined) {
      const why =
        'what' in state ? `: ${state.what}` : 'message' in state ? `: ${state.message}` : '';
      return { name, ok: true, detail: `its supervisor is ${state.state}${why}` };
    }
    const lock = takeFileLock(files.lock);
    lock?.release();
    return lock === undefined
      ? {
          name,
          ok: false,
          detail: `${home} is locked by a process that does not answer`,
          hint: `Try again in a few seconds; then look for the process that has ${files.lock} open, and end it`,
        }
      : { name, ok: true, detail: 'not in use; its parts start with the next command' };
  } catch (error) {
    return failedCheck(name, error);
  }
}
