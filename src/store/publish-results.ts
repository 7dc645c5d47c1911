/** The readable copy of a study, and its manifest. */
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readRealFile } from '../files/index.ts';
import { hashStream, type StoredContent } from './contents.ts';
import { layout, publishedObjects } from './layout.ts';
import { attemptsWithFiles } from './attempts-with-files.ts';
import { copyOut, publishRuns, type Publishing } from './publish-runs.ts';
import type { DocumentFolder, StoredObject } from '../objects/index.ts';

/** Writes the manifest: what made the results, and the SHA-256 of every file in and out. */
export async function writeManifest(
  folder: DocumentFolder,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const files: Record<string, StoredContent> = {};
  for (const object of publishedObjects) {
    if (!(await folder.has(object))) continue;
    files[object.name] = await hashStream(await folder.readStream(object));
  }
  await folder.write(layout.manifest, { formatVersion: 1, ...facts, files });
}

/**
 * Copies the readable part into `place`, the study's own folder among the user's results, file by file; what is there already is replaced.
 * No link in it, or in its place, is followed: others may have prepared the folder. The manifest comes last: a copy that has it is whole.
 * @throws Error naming the file when a link is in the way, or the disk is full or can't be written; repeating the call mends what was left
 */
export async function publishResults(
  folder: DocumentFolder,
  place: string,
  publishing: Publishing = {},
): Promise<void> {
  await copyDocuments(folder, place, publishedObjects);
  await publishRuns(
    folder,
    place,
    await attemptsWithFiles(folder, publishing.attempts),
    publishing,
  );
  await copyDocuments(folder, place, [layout.manifest]);
}

/**
 * As {@link publishResults}, for a copy that another process has most often just made here: the runs' files are left as they are where the manifest
 * and the folders of all runs are there.
 */
export async function publishUnlessWhole(
  folder: DocumentFolder,
  place: string,
  publishing: Omit<Publishing, 'keepsCopies'> = {},
): Promise<void> {
  if (await isWhole(folder, place, publishing)) await publishDocuments(folder, place);
  else await publishResults(folder, place, publishing);
}

async function isWhole(
  folder: DocumentFolder,
  place: string,
  known: Pick<Publishing, 'attempts'>,
): Promise<boolean> {
  try {
    const manifest = await buffer(await folder.readStream(layout.manifest));
    const own = join(await realpath(dirname(place)), basename(place), layout.manifest.name);
    if (!manifest.equals(readRealFile(own, manifest.length + 1))) return false;
    const attempts = await attemptsWithFiles(folder, known.attempts);
    if (attempts.length === 0) return true;
    const runs = new Set(await readdir(join(place, layout.allRuns.prefix)));
    return attempts.every(({ run }) => runs.has(String(run)));
  } catch {
    // Whatever is wrong with it, the copying mends it or says it.
    return false;
  }
}

/** As {@link publishResults}, without the files of the runs. */
export function publishDocuments(folder: DocumentFolder, place: string): Promise<void> {
  return copyDocuments(folder, place, [...publishedObjects, layout.manifest]);
}

async function copyDocuments(
  folder: DocumentFolder,
  place: string,
  objects: readonly StoredObject[],
): Promise<void> {
  for (const object of objects) {
    if (await folder.has(object)) await copyOut(folder, object, place, object.name);
  }
}
