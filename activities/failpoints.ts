/**
 * Named instants at which a test can hold an activity, to kill a process exactly there. Off unless a folder is given: a file
 * `<point>.hold` in it arms a point once; reaching it renames the file to `<point>.reached` and waits until `<point>.go` is there.
 */
import { access, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export type FailpointName =
  | 'upload-middle'
  | 'create-after-post'
  | 'submit-after-post'
  | 'download-middle'
  | 'findings-before';

/** Returns at once, except at a point that is armed. */
export type Failpoint = (point: FailpointName) => Promise<void>;

/** Points held by files of `folder`; without a folder nothing is ever held. */
export function createFailpoints(folder: string | undefined): Failpoint {
  if (folder === undefined || folder === '') return () => Promise.resolve();
  return async (point) => {
    try {
      await rename(join(folder, `${point}.hold`), join(folder, `${point}.reached`));
    } catch {
      return; // Not armed, or reached before.
    }
    while (!(await exists(join(folder, `${point}.go`)))) await delay(20);
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
