/** The readable copy of a study, and its manifest. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hashStream, type StoredContent } from './contents.ts';
import { layout, publishedObjects, type FilesPrefix } from './layout.ts';
import type { StudyObject } from './stored-object.ts';
import type { StudyFolder } from './study-folder.ts';

/** Writes the manifest: what made the results, and the SHA-256 of every file in and out. */
export async function writeManifest(
  folder: StudyFolder,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const files: Record<string, StoredContent> = {};
  for (const object of publishedObjects) {
    if (!(await folder.has(object))) continue;
    files[object.name] = await hashStream(await folder.readStream(object));
  }
  await folder.write(layout.manifest, { formatVersion: 1, ...facts, files });
}

/** Copies the readable part into `place`, the study's own folder among the user's results, file by file; what is there already is replaced. */
export async function publishResults(folder: StudyFolder, place: string): Promise<void> {
  await mkdir(place, { recursive: true });
  for (const object of [...publishedObjects, layout.manifest]) {
    if (await folder.has(object)) await copyOut(folder, object, join(place, object.name));
  }
  for (const run of (await folder.list(layout.allRuns)).folders) {
    const attempts = (await folder.list(layout.runAttempts(run))).folders.map(Number);
    const latest = layout.runFiles(Number(run), Math.max(...attempts));
    await copyTree(folder, latest, '', join(place, layout.allRuns.prefix, run));
  }
}

async function copyTree(
  folder: StudyFolder,
  files: FilesPrefix,
  path: string,
  place: string,
): Promise<void> {
  const { objects, folders } = await folder.list({ prefix: `${files.prefix}${path}` });
  for (const name of objects) {
    await copyOut(folder, files.file(`${path}${name}`), join(place, path, name));
  }
  for (const name of folders) await copyTree(folder, files, `${path}${name}/`, place);
}

/** Streams, as a copy of the file would be as private as the store is. */
async function copyOut(folder: StudyFolder, object: StudyObject, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await pipeline(await folder.readStream(object), createWriteStream(target));
}
