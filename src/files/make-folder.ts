import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';

/** How a folder is made. */
interface FolderOptions {
  readonly mode?: number;
}

/**
 * Makes a folder and those above it; gives back the first that wasn't there.
 * @throws the true reason: of a read-only file system Node itself says that a folder above is missing
 */
export async function makeFolder(
  path: string,
  options: FolderOptions = {},
): Promise<string | undefined> {
  const all = { ...options, recursive: true } as const;
  try {
    return await mkdir(path, all);
  } catch (error) {
    const refused = missingAbove(error);
    await mkdir(refused, options).catch(unlessThere);
    return (await mkdir(path, all)) ?? refused;
  }
}

/** As {@link makeFolder}, before the next statement runs. */
export function makeFolderSync(path: string, options: FolderOptions = {}): void {
  const all = { ...options, recursive: true } as const;
  try {
    mkdirSync(path, all);
  } catch (error) {
    try {
      mkdirSync(missingAbove(error), options);
    } catch (plain) {
      unlessThere(plain);
    }
    mkdirSync(path, all);
  }
}

/** The folder that Node calls missing though it was to make it. @throws any other error */
function missingAbove(error: unknown): string {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' || path === undefined) throw error;
  return path;
}

function unlessThere(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}
