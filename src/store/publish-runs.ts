/** The runs' files among a user's results: those of the latest attempt of each run. */
import { basename, dirname } from 'node:path';
import { hasCopy, removeInside, writeInside } from '../files/index.ts';
import { hashStream } from './contents.ts';
import { layout, type FilesPrefix } from './layout.ts';
import type { DocumentFolder, StoredObject } from '../objects/index.ts';

/** Called before each run whose files are copied. */
export type OnRun = (copied: number, runs: number) => void;

/** How results are copied. */
export interface Publishing {
  readonly onRun?: OnRun | undefined;
  /** What was copied a moment ago, and has the time and size that it got then, isn't copied again. */
  readonly keepsCopies?: boolean | undefined;
}

/** A run's folder in the copy: `below` the study's own, with `/` at its end. */
interface RunPlace {
  readonly place: string;
  readonly below: string;
  /** What is there may be a copy of the same file. */
  readonly mayBeDone: boolean;
}

/**
 * Copies the files of runs into `place`, the study's own folder among the user's results; this may be called while the study runs, and once more at its
 * end. What is no longer of a run's latest attempt is removed.
 * @throws Error naming the file when a link is in the way, or the disk is full or can't be written; repeating the call does the rest
 */
export async function publishRuns(
  folder: DocumentFolder,
  place: string,
  runs: readonly number[],
  { onRun = () => undefined, keepsCopies = false }: Publishing = {},
): Promise<void> {
  for (const [index, run] of runs.entries()) {
    onRun(index, runs.length);
    await publishRun(folder, place, run, keepsCopies);
  }
}

async function publishRun(
  folder: DocumentFolder,
  place: string,
  run: number,
  keepsCopies: boolean,
): Promise<void> {
  const attempts = (await folder.list(layout.runAttempts(String(run)))).folders.map(Number);
  if (attempts.length === 0) return;
  const latest = layout.runFiles(run, Math.max(...attempts));
  // A copy may be of another attempt: no stamp tells.
  const mayBeDone = keepsCopies && attempts.length === 1;
  const to = { place, below: layout.runAttempts(String(run)).prefix, mayBeDone };
  await copyTree(folder, latest, '', to);
  for (const attempt of attempts) {
    const earlier = layout.runFiles(run, attempt);
    if (earlier.prefix !== latest.prefix) {
      await removeEarlier(folder, { earlier, latest }, '', to);
    }
  }
}

async function copyTree(
  folder: DocumentFolder,
  files: FilesPrefix,
  path: string,
  to: RunPlace,
): Promise<void> {
  const { objects, folders } = await folder.list({ prefix: `${files.prefix}${path}` });
  for (const name of objects) {
    const file = files.file(`${path}${name}`);
    await copyOnce(folder, file, to, `${to.below}${path}${name}`);
  }
  for (const name of folders) await copyTree(folder, files, `${path}${name}/`, to);
}

async function copyOnce(
  folder: DocumentFolder,
  object: StoredObject,
  { place, mayBeDone }: RunPlace,
  path: string,
): Promise<void> {
  // Before it is read: what is written meanwhile has a later one.
  const stamp = await folder.stamp(object);
  const copy = `${basename(place)}/${path}`;
  if (mayBeDone && stamp !== undefined && hasCopy(dirname(place), copy, stamp)) return;
  await copyOut(folder, object, place, path, stamp?.modifiedMs);
}

/** Copies an object to `path` below the folder that the owner named, in which the study's own one stands. */
export async function copyOut(
  folder: DocumentFolder,
  object: StoredObject,
  place: string,
  path: string,
  modifiedMs?: number,
): Promise<void> {
  const source = await folder.readStream(object);
  try {
    await writeInside(dirname(place), `${basename(place)}/${path}`, source, modifiedMs);
  } finally {
    source.destroy();
  }
}

/** Removes from the copy what an earlier attempt left there and the latest doesn't have, such as the log of a failure; but nothing that somebody changed. */
async function removeEarlier(
  folder: DocumentFolder,
  attempts: { readonly earlier: FilesPrefix; readonly latest: FilesPrefix },
  path: string,
  to: RunPlace,
): Promise<void> {
  const { earlier, latest } = attempts;
  const { objects, folders } = await folder.list({ prefix: `${earlier.prefix}${path}` });
  for (const name of objects) {
    if (await folder.has(latest.file(`${path}${name}`))) continue;
    const { place, below } = to;
    const copy = `${basename(place)}/${below}${path}${name}`;
    await removeInside(dirname(place), copy, async (content) => {
      const original = await hashStream(await folder.readStream(earlier.file(`${path}${name}`)));
      return (await hashStream(content)).sha256 === original.sha256;
    });
  }
  for (const name of folders) await removeEarlier(folder, attempts, `${path}${name}/`, to);
}
