import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How a folder is made. */
interface FolderOptions {
  /** Default: for its owner only. */
  readonly mode?: number;
}

const ownersOnly = { mode: 0o700 };

/** Folders that are being made: who writes several files of a new one at a time makes it once. */
const underWay = new Map<string, Promise<string | undefined>>();

/**
 * Makes a folder and those above it; gives back the first that wasn't there.
 * @throws the true reason: Node's own way down says of a read-only file system that a folder above is missing, and of /proc it never ends
 */
export function makeFolder(
  path: string,
  options: FolderOptions = ownersOnly,
): Promise<string | undefined> {
  const key = `${options.mode ?? ''} ${path}`;
  const known = underWay.get(key);
  if (known !== undefined) return known;
  const making = makeAlone(path, options).finally(() => underWay.delete(key));
  underWay.set(key, making);
  return making;
}

async function makeAlone(path: string, options: FolderOptions): Promise<string | undefined> {
  const isThere = (): Promise<boolean> => stat(path).then(isDirectory, () => false);
  const make = async (): Promise<string | undefined> => {
    try {
      await mkdir(path, options);
      return path;
    } catch (error) {
      if (await isThere()) return undefined;
      throw error;
    }
  };
  try {
    // Most often it is there.
    return (await isThere()) ? undefined : await make();
  } catch (error) {
    if (!isMissingAbove(error, path)) throw error;
    const first = await makeFolder(dirname(path), options);
    const last = await make();
    return first ?? last;
  }
}

/** As {@link makeFolder}, before the next statement runs. */
export function makeFolderSync(path: string, options: FolderOptions = ownersOnly): void {
  const isThere = (): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const make = (): void => {
    try {
      mkdirSync(path, options);
    } catch (error) {
      if (!isThere()) throw error;
    }
  };
  // Most often it is there.
  if (isThere()) return;
  // Asking is cheaper than an error.
  const above = dirname(path);
  if (statSync(above, { throwIfNoEntry: false }) === undefined) makeFolderSync(above, options);
  make();
}

function isMissingAbove(error: unknown, path: string): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(path) !== path;
}

function isDirectory(entry: { isDirectory(): boolean }): boolean {
  return entry.isDirectory();
}
