/** The runs' files among a user's results: those of the latest attempt of each run. */
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { ResultError } from '../errors.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { hasCopy, removeInside, writeInside } from '../files/index.ts';
import { hashStream } from './contents.ts';
import { layout, type FilesPrefix } from './layout.ts';
import type { DocumentFolder, StoredObject } from '../objects/index.ts';
import {
  createPackReader,
  nameOfPacked,
  type PackedAttempt,
  type PackReader,
} from './read-packs.ts';

/** Called before each run whose files are copied. */
export type OnRun = (copied: number, runs: number) => void;

/** How results are copied. */
export interface Publishing {
  readonly onRun?: OnRun | undefined;
  /** What was copied a moment ago, and has the time and size that it got then, isn't copied again. */
  readonly keepsCopies?: boolean | undefined;
  /** The outcomes of all attempts, where the caller has just read them: those of a large study take seconds to read. */
  readonly attempts?: readonly (readonly RunOutcome[])[] | undefined;
}

/** A run's folder in the copy: `below` the study's own, with `/` at its end. */
interface RunPlace {
  readonly place: string;
  readonly below: string;
  /** What is there may be a copy of the same file. */
  readonly mayBeDone: boolean;
  /** Folders of the copy that are plain ones. */
  readonly plain: Set<string>;
}

/**
 * Copies the files of runs into `place`, the study's own folder among the user's results; this may be called while the study runs, and once more at its
 * end. What is no longer of a run's latest attempt is removed.
 * @param attempts those with files, and their packs; of a run whose further attempts aren't among them, what these left in the copy stays
 * @throws ResultError RESULT_STORE, with all else copied, where a pack is damaged
 * @throws Error naming the file when a link is in the way, or the disk is full or can't be written; repeating the call does the rest
 */
export async function publishRuns(
  folder: DocumentFolder,
  place: string,
  attempts: readonly PackedAttempt[],
  { onRun = () => undefined, keepsCopies = false }: Omit<Publishing, 'attempts'> = {},
): Promise<void> {
  const runs = new Map<number, PackedAttempt[]>();
  for (const one of attempts) runs.set(one.run, [...(runs.get(one.run) ?? []), one]);
  const packs = createPackReader(folder);
  const plain = new Set<string>();
  let copied = 0;
  let damage: PackDamageError | undefined;
  for (const [run, known] of runs) {
    onRun(copied, runs.size);
    copied += 1;
    try {
      await publishRun({ folder, packs, place, keepsCopies, plain }, run, known);
    } catch (error) {
      if (!(error instanceof PackDamageError)) throw error;
      damage ??= error;
    }
  }
  // What can be copied is, before that is told.
  if (damage !== undefined) throw damage;
}

interface From {
  readonly folder: DocumentFolder;
  readonly packs: PackReader;
  readonly place: string;
  readonly keepsCopies: boolean;
  readonly plain: Set<string>;
}

async function publishRun(
  { folder, packs, place, keepsCopies, plain }: From,
  run: number,
  attempts: readonly PackedAttempt[],
): Promise<void> {
  const [latest, ...earlier] = attempts.toSorted((a, b) => b.attempt - a.attempt);
  if (latest === undefined) return;
  // A copy may be of another attempt: no stamp tells.
  const mayBeDone = keepsCopies && attempts.length === 1;
  const to = { place, below: layout.runAttempts(String(run)).prefix, mayBeDone, plain };
  if (latest.pack === undefined) await copyTree(folder, filesOf(latest), '', to);
  else await copyPacked(packs, latest, latest.pack, to);
  const { files: now = {}, pack } = latest;
  const has = (path: string): Promise<boolean> =>
    pack === undefined
      ? folder.has(filesOf(latest).file(path))
      : Promise.resolve(Object.hasOwn(now, path));
  for (const one of earlier) {
    if (one.pack === undefined) await removeEarlier(folder, filesOf(one), has, '', to);
    else await removePacked(one, has, to);
  }
}

function filesOf({ run, attempt }: PackedAttempt): FilesPrefix {
  return layout.runFiles(run, attempt);
}

/** @throws ResultError where the pack doesn't have all files of the attempt as they were collected */
async function copyPacked(
  packs: PackReader,
  attempt: PackedAttempt,
  name: string,
  to: RunPlace,
): Promise<void> {
  const { modifiedMs } = await packs.open(name);
  const copyOf = (path: string): string => `${basename(to.place)}/${to.below}${path}`;
  const done = new Set<string>();
  const contents = await packs.read(attempt, (path, bytes) => {
    if (!to.mayBeDone || modifiedMs === undefined) return true;
    if (!hasCopy(dirname(to.place), copyOf(path), { bytes, modifiedMs }, to.plain)) return true;
    done.add(path);
    return false;
  });
  for (const path of Object.keys(attempt.files ?? {})) {
    if (done.has(path)) continue;
    const content = contents.get(path);
    if (content === undefined) throw notAsCollected(path, attempt);
    await writeInside(dirname(to.place), copyOf(path), [content], modifiedMs);
  }
}

/** Thrown where a packed file isn't what was collected. */
class PackDamageError extends ResultError {}

function notAsCollected(path: string, attempt: PackedAttempt): PackDamageError {
  const what = `${nameOfPacked(path, attempt)} in the store isn't what was collected of run ${attempt.run}`;
  return new PackDamageError('RESULT_STORE', what, {
    hint: 'put the pack back from a backup; doeflow verify says what else is damaged',
  });
}

async function removePacked(
  { files = {} }: PackedAttempt,
  isKept: (path: string) => Promise<boolean>,
  { place, below }: RunPlace,
): Promise<void> {
  for (const [path, md5] of Object.entries(files)) {
    if (await isKept(path)) continue;
    await removeInside(dirname(place), `${basename(place)}/${below}${path}`, async (content) => {
      const hash = createHash('md5');
      for await (const chunk of content) hash.update(chunk);
      return hash.digest('hex') === md5.toLowerCase();
    });
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
  { place, mayBeDone, plain }: RunPlace,
  path: string,
): Promise<void> {
  // Before it is read: what is written meanwhile has a later one.
  const stamp = await folder.stamp(object);
  const copy = `${basename(place)}/${path}`;
  if (mayBeDone && stamp !== undefined && hasCopy(dirname(place), copy, stamp, plain)) return;
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
  earlier: FilesPrefix,
  isKept: (path: string) => Promise<boolean>,
  path: string,
  to: RunPlace,
): Promise<void> {
  const { objects, folders } = await folder.list({ prefix: `${earlier.prefix}${path}` });
  for (const name of objects) {
    if (await isKept(`${path}${name}`)) continue;
    const { place, below } = to;
    const copy = `${basename(place)}/${below}${path}${name}`;
    await removeInside(dirname(place), copy, async (content) => {
      const original = await hashStream(await folder.readStream(earlier.file(`${path}${name}`)));
      return (await hashStream(content)).sha256 === original.sha256;
    });
  }
  for (const name of folders) await removeEarlier(folder, earlier, isKept, `${path}${name}/`, to);
}
