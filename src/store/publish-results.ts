/** The readable copy of a study, and its manifest. */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashFile, type StudyFolder } from './store.ts';

/** What a reader finds; order is that of the manifest. */
const readable = ['study.yaml', 'design.csv', 'results.csv', 'runs.csv', 'summary.json'];

/** Writes manifest.json: what made the results, and the SHA-256 of every file in and out. */
export async function writeManifest(
  folder: StudyFolder,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const files: Record<string, { sha256: string; bytes: number }> = {};
  for (const name of readable) {
    if (await folder.has(name)) files[name] = await hashFile(folder.path(name));
  }
  await folder.writeJson('manifest.json', { formatVersion: 1, ...facts, files });
}

/** Copies the readable part into `place`, the study's own folder among the user's results, file by file; what is there already is replaced. */
export async function publishResults(folder: StudyFolder, place: string): Promise<void> {
  await mkdir(place, { recursive: true });
  for (const name of [...readable, 'manifest.json']) {
    if (await folder.has(name)) await copy(folder.path(name), join(place, name));
  }
  if (!(await folder.has('runs'))) return;
  for (const run of await readdir(folder.path('runs'))) {
    const attempts = (await readdir(folder.path(`runs/${run}`))).map(Number);
    await copyTree(folder.path(`runs/${run}/${Math.max(...attempts)}`), join(place, 'runs', run));
  }
}

/** Where an attempt's collected files lie inside the study's folder; readers get those of the latest attempt. */
export function collectedFolder(run: number, attempt: number): string {
  return `runs/${run}/${attempt}`;
}

async function copyTree(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isDirectory()) await copyTree(join(from, entry.name), join(to, entry.name));
    else if (entry.isFile() && !entry.name.endsWith('.part')) {
      await copy(join(from, entry.name), join(to, entry.name));
    }
  }
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to, constants.COPYFILE_FICLONE);
}
