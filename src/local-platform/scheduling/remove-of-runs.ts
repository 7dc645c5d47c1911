import { execFile } from 'node:child_process';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeTree, type RunUser } from '../../files/index.ts';
import type { PlatformContext } from '../context.ts';
import type { JobFolder } from '../job-folder.ts';

/**
 * Removes what runs may write to. Where they have a user of their own that is done with this user's rights: a link that they put in the way
 * while it is removed leads nowhere that they couldn't go themselves.
 */
export async function removeJobFolder(
  { settings: { runUser } }: Pick<PlatformContext, 'settings'>,
  folder: JobFolder,
): Promise<void> {
  if (runUser !== undefined) {
    await removeAs(runUser, folder.runs, folder.steps, folder.temporary);
    // Theirs, but in a folder of ours, so that they can't remove them; one that isn't empty stays, with an error.
    for (const path of [folder.runs, folder.steps, folder.temporary]) {
      await rmdir(path).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      });
    }
  }
  await removeTree(folder.root);
}

/** Removes the content of an upload, or of an output. */
export async function removeContent(
  { settings: { runUser }, dataFolder }: Pick<PlatformContext, 'settings' | 'dataFolder'>,
  file: { readonly storedPath: string; readonly jobId: string | null },
): Promise<void> {
  const path = join(dataFolder, file.storedPath);
  if (runUser !== undefined && file.jobId !== null) await removeAs(runUser, path);
  else await rm(path, { force: true });
}

/** What is ours it leaves, and says so by an exit code that doesn't matter. */
async function removeAs({ uid, gid }: RunUser, ...paths: readonly string[]): Promise<void> {
  const removed = promisify(execFile)('rm', ['-rf', '--', ...paths], { uid, gid, cwd: '/' });
  await removed.catch(() => undefined);
}
