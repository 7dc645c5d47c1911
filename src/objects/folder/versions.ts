/**
 * Versions of an object that is changed by `putIfMatch`. The first version is the object's own file; each later one is a numbered file in
 * a folder beside it. A change is one link(2) to the next number: it succeeds for one writer only, a kill leaves nothing half done, and as
 * numbers are never used again, a writer that slept for hours with an old tag can't undo what came since. One file stays for each
 * change, so this is for small objects that change seldom.
 */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaggedBytes } from '../object-store.ts';
import { createFileAtomic } from '../../files/index.ts';
import { versionsEnding } from '../check-key.ts';
import { unlessMissing } from './unless-missing.ts';

interface Version extends TaggedBytes {
  readonly number: number;
}

/** Reads the file of a version, whose path was made here. */
type ReadFile = (path: string) => Promise<Buffer>;

/** The newest version of the object whose first version is the file `path`. */
export async function readNewestVersion(
  path: string,
  read: ReadFile,
): Promise<Version | undefined> {
  const number = Math.max(1, ...(await laterVersions(path)));
  const bytes = await unlessMissing(read(versionPath(path, number)));
  if (bytes === undefined) return undefined;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { bytes, number, tag: `${number}-${hash.slice(0, 16)}` };
}

/** Adds a version after the one with this tag. @returns false when that one isn't the newest any more */
export async function addVersion(
  path: string,
  read: ReadFile,
  bytes: Uint8Array,
  tag: string,
): Promise<boolean> {
  const newest = await readNewestVersion(path, read);
  if (newest?.tag !== tag) return false;
  const next = versionPath(path, newest.number + 1);
  return createFileAtomic(next, bytes, { isPrivate: true });
}

/** Whether the object was changed by `putIfMatch`. */
export async function hasLaterVersions(path: string): Promise<boolean> {
  return (await laterVersions(path)).length > 0;
}

async function laterVersions(path: string): Promise<number[]> {
  const names = (await unlessMissing(readdir(`${path}${versionsEnding}`))) ?? [];
  return names.filter((name) => /^\d+$/u.test(name)).map(Number);
}

function versionPath(path: string, number: number): string {
  return number === 1 ? path : join(`${path}${versionsEnding}`, String(number));
}
