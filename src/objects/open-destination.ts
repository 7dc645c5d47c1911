/** Where things are kept for good, as people name it: a directory, or `s3://bucket/prefix`. */
import { existsSync, realpathSync } from 'node:fs';
import { access, constants, readlink, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Environment } from '../environment.ts';
import { StorageError } from '../errors.ts';
import { makeFolder } from '../files/index.ts';
import { bucketAddress, wrongDestination } from './bucket-address.ts';
import { openFolderStore } from './folder/folder-store.ts';
import { guardMark } from './folder/guard-mark.ts';
import { guardAge, type LastingObjects } from './guard-age.ts';
import { unlessMissing } from './folder/unless-missing.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Address } from './s3/s3-bucket.ts';
import type { BucketUse } from './s3/s3-store.ts';

/** A request is paid for: what a bucket has lost is noticed within this time, ms. */
const bucketLookMs = 10_000;

/** `read`: it must be there, and may be a disk that can't be written; `write`: a directory that isn't there is made with its first object. */
export type DestinationUse = 'read' | 'write';

/**
 * Opens a destination and looks whether it can be used. `env` is where endpoint, region and credentials of a bucket are looked for first.
 * @throws UsageError USAGE_DESTINATION when it is named wrongly
 * @throws StorageError when it is missing, refuses or doesn't answer; activities wait until that is mended
 */
export async function openDestination(
  url: string,
  env: Environment,
  use: DestinationUse = 'write',
): Promise<ObjectStore> {
  const address = bucketAddress(url);
  if (address === undefined) return openDirectory(url, use);
  return openBucket(address, env, use);
}

/**
 * Opens what a program keeps of its own: a directory, which is made where there is none, or a bucket, of which is tried out with the first write
 * whether it can be written.
 * @param mark key of an object that is written once: a directory that has lost it isn't used, as a disk may not be mounted
 * @param lasting which objects tell, once they were written here and are gone, that an older copy is in their place
 * @throws UsageError USAGE_DESTINATION when it is named wrongly
 * @throws StorageError when a bucket is missing, refuses or doesn't answer
 */
export async function openOwnObjects(
  place: string,
  env: Environment,
  mark: string,
  lasting: LastingObjects,
): Promise<ObjectStore> {
  const address = bucketAddress(place);
  if (address !== undefined) {
    const bucket = await openBucket(address, env, 'read-first');
    return guardAge(bucket, lasting, { place, has: bucket.has, everyMs: bucketLookMs });
  }
  await makeFolder(place, { mode: 0o700 });
  const has = (key: string): boolean => existsSync(join(place, key));
  const folder = guardAge(openFolderStore(place), lasting, { place, has, everyMs: 0 });
  // Outside: of a disk that isn't mounted all is gone.
  return guardMark(folder, place, mark);
}

/** A destination in the one way in which it is kept; a relative directory is taken from the directory `from`. @throws UsageError USAGE_DESTINATION */
export function normalDestination(text: string, from: string): string {
  const address = bucketAddress(text);
  if (address === undefined) return resolve(from, text);
  return `s3://${address.bucket}/${address.prefix}`.replace(/\/$/u, '');
}

/**
 * {@link normalDestination} with symbolic links followed, so that one directory isn't kept under two names.
 * @throws UsageError USAGE_DESTINATION
 */
export function realDestination(text: string, from: string): string {
  const normal = normalDestination(text, from);
  return bucketAddress(normal) === undefined ? realDirectory(normal) : normal;
}

function realDirectory(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It isn't there yet, or can't be looked at, which its first use will tell.
    const above = dirname(path);
    return above === path ? path : join(realDirectory(above), basename(path));
  }
}

async function openBucket(
  address: S3Address,
  env: Environment,
  use: BucketUse,
): Promise<ObjectStore> {
  const { connectBucket } = await import('./s3/s3-bucket.ts');
  const { openS3Store } = await import('./s3/s3-store.ts');
  return openS3Store(await connectBucket(address, env), use);
}

async function openDirectory(path: string, use: DestinationUse): Promise<ObjectStore> {
  if (!isAbsolute(path)) throw wrongDestination(`The directory ${path} needs its whole path`);
  const found = await unlessMissing(stat(path));
  if (found === undefined) await requireNoLooseLink(path);
  if (found === undefined && use === 'read') {
    throw new StorageError('STORAGE_MISSING', `There is no directory ${path}`, {
      hint: 'name the directory that holds archive.json',
    });
  }
  if (found?.isDirectory() === false) throw unusable(path, 'is a file, and no directory');
  const needed = use === 'read' ? constants.R_OK : constants.W_OK;
  try {
    await access(found === undefined ? await nearestFolder(path) : path, needed | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw unusable(path, `cannot be ${use === 'read' ? 'read' : 'written'}: ${code}`);
  }
  return openFolderStore(path, { followsLinks: false });
}

function unusable(path: string, why: string): StorageError {
  return new StorageError('STORAGE_REFUSED', `${path} ${why}`, {
    hint: 'name another directory, or let the user of this program use it',
  });
}

/** @throws StorageError for a path of which a part is a link to what isn't there: no folder can be made by that name */
async function requireNoLooseLink(path: string): Promise<void> {
  const loose = await looseLinkIn(path);
  if (loose === undefined) return;
  throw unusable(loose.link, `is a link to ${loose.target}, which isn't there`);
}

/** The part of an absolute path that is a link to what isn't there; undefined where no part is. */
export async function looseLinkIn(
  path: string,
): Promise<{ readonly link: string; readonly target: string } | undefined> {
  if (await isThere(path)) return undefined;
  const above = dirname(path);
  const target = await readlink(path).catch(() => undefined);
  if (target !== undefined) return { link: path, target: resolve(above, target) };
  return above === path ? undefined : looseLinkIn(above);
}

/** False for links that lead nowhere, or in a circle, too. */
async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The folder in which a missing one would be made. */
async function nearestFolder(path: string): Promise<string> {
  const above = dirname(path);
  const isFound = (await unlessMissing(stat(above))) !== undefined;
  return isFound || above === path ? above : nearestFolder(above);
}
