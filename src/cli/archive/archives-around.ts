/** Other archives around a destination, or in it: two writers in one tree would take each other's files for strangers. */
import { dirname, isAbsolute, join } from 'node:path';
import { destinationLayout } from '../../archive/index.ts';
import { StorageError } from '../../errors.ts';
import { openDestination, type ObjectStore } from '../../objects/index.ts';

/** How far below a destination another archive is looked for, and in how many folders in all. */
const levelsLookedDown = 3;
const mostLookedAt = 300;

const mark = destinationLayout.mark.name;

/** The archive in which a destination lies, by its address; undefined where there is none. What may not be read isn't looked at. */
export async function archiveAround(
  destination: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  for (const above of placesAbove(destination)) {
    const isArchive = async (): Promise<boolean> =>
      (await openDestination(above, env, 'read')).has(mark);
    if ((await unlessRefused(isArchive)) === true) return above;
  }
  return undefined;
}

/** Key prefix of the first archive found below a destination that is none itself; a look at few of its folders, as somebody may name a whole disk. */
export async function archiveWithin(objects: ObjectStore): Promise<string | undefined> {
  if ((await unlessRefused(() => objects.has(mark))) !== false) return undefined;
  let looks = 0;
  let folders = [''];
  for (let level = 1; level <= levelsLookedDown; level += 1) {
    const next: string[] = [];
    for (const prefix of folders) {
      const listing = await unlessRefused(() => objects.list(prefix));
      for (const name of listing?.folders ?? []) {
        looks += 1;
        if (looks > mostLookedAt) return undefined;
        const below = `${prefix}${name}/`;
        if ((await unlessRefused(() => objects.has(`${below}${mark}`))) === true) return below;
        next.push(below);
      }
    }
    folders = next;
  }
  return undefined;
}

/** How a place below a destination is named. */
export function placeIn(destination: string, prefix: string): string {
  const below = prefix.replace(/\/$/u, '');
  return isAbsolute(destination) ? join(destination, below) : `${destination}/${below}`;
}

/** From the nearest to the root of the disk, or of the bucket. */
function placesAbove(destination: string): readonly string[] {
  if (isAbsolute(destination)) {
    const above = dirname(destination);
    return above === dirname(above) ? [] : [above, ...placesAbove(above)];
  }
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/u.exec(destination) ?? [];
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map(
    (_, index) => `s3://${[bucket, ...parts.slice(0, parts.length - 1 - index)].join('/')}`,
  );
}

async function unlessRefused<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    const isRefusal = error instanceof StorageError && error.code !== 'STORAGE_UNREACHABLE';
    const { code } = error as NodeJS.ErrnoException;
    // A name that no object can have is no archive's.
    if (error instanceof RangeError) return undefined;
    if (isRefusal || code === 'EACCES' || code === 'EPERM' || code === 'ENOENT') return undefined;
    throw error;
  }
}
