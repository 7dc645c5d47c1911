import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Where results go unless a person says otherwise. */
export const defaultResults = 'results';

/**
 * The folder that a person named for results, with its links resolved now: they may name a link, while nothing that is written later follows
 * one. The default isn't resolved, as a folder with a study from elsewhere may have a link of that name.
 */
export async function namedFolder(cwd: string, named: string): Promise<string> {
  const path = resolve(cwd, named);
  return named === defaultResults ? path : resolveLinks(path);
}

async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || dirname(path) === path) return path;
    return join(await resolveLinks(dirname(path)), basename(path));
  }
}
