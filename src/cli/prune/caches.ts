/** What can be had again: compiled code, what a fetch of the Temporal server left when it was killed, and old log files. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { measureTree, removeTree } from '../../files/index.ts';
import type { Settings } from '../../host/settings.ts';
import { homeFiles } from '../../host/supervisor/home-files.ts';

/** A file or folder that goes. */
export interface CachedThing {
  readonly path: string;
  readonly what: 'compiled code' | 'an unfinished fetch of the Temporal server' | 'an old log';
  readonly bytes: number;
}

/** A fetch that was begun less than this ago may still be under way. */
const fetchingMs = 24 * 3_600_000;

/** The Temporal server itself stays: it would have to be fetched again. */
export async function findCaches(
  { cacheDirectory, home }: Pick<Settings, 'cacheDirectory' | 'home'>,
  now: Date,
): Promise<readonly CachedThing[]> {
  const bin = join(cacheDirectory, 'bin');
  const fetched: string[] = [];
  for (const path of await pathsIn(bin, /^(?:build|download)-/u)) {
    const { mtimeMs } = await stat(path);
    if (now.getTime() - mtimeMs > fetchingMs) fetched.push(path);
  }
  const found = [
    ...(await pathsIn(join(cacheDirectory, 'code'), /./u)).map((path) => ({
      path,
      what: 'compiled code' as const,
    })),
    ...fetched.map((path) => ({
      path,
      what: 'an unfinished fetch of the Temporal server' as const,
    })),
    // The one that is written to has no number.
    ...(await pathsIn(homeFiles(home).logs, /\.\d+$/u)).map((path) => ({
      path,
      what: 'an old log' as const,
    })),
  ];
  return Promise.all(
    found.map(async (thing) => ({ ...thing, bytes: (await measureTree(thing.path)).bytes })),
  );
}

/** @returns the bytes that are gone */
export async function removeCaches(things: readonly CachedThing[]): Promise<number> {
  let bytes = 0;
  for (const { path, bytes: size } of things) {
    await removeTree(path);
    bytes += size;
  }
  return bytes;
}

async function pathsIn(folder: string, names: RegExp): Promise<readonly string[]> {
  try {
    return (await readdir(folder))
      .filter((name) => names.test(name))
      .map((name) => join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
