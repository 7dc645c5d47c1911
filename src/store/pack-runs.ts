/** Puts the small files of collected runs together. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { takeTurn } from '../files/index.ts';
import { layout } from './layout.ts';
import { packName } from './read-packs.ts';
import type { PackedFile } from './schemas/packed-file.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import type { DocumentFolder } from '../objects/index.ts';

/** A longer file would save little: it has whole blocks of its own. */
const mostBytes = 4_096;
/** Runs of one pack; its files are in memory until it is written. */
const mostRuns = 1_000;
/** So few runs stay as they are: their folders take no more than a pack does. */
const leastRuns = 16;

/** A run whose files are all short, as they lie in its folder. */
interface LooseRun {
  readonly directory: string;
  readonly files: readonly { readonly file: Omit<PackedFile, 'at'>; readonly content: Buffer }[];
}

/**
 * Packs the files of these attempts of runs, of each run whose files are all short. A file is removed from its place once it is in a pack, with its
 * index, on the disk: whenever this is killed, each file is in one or both. Repeated, or done by several at once, it packs the rest.
 * @param folder the study's, in which only what lies by itself is seen
 */
export async function packRuns(
  folder: DocumentFolder,
  attempts: readonly Pick<RunOutcome, 'run' | 'attempt'>[],
): Promise<void> {
  const loose: LooseRun[] = [];
  if (attempts.length < leastRuns) return;
  for (const { run, attempt } of attempts) {
    await takeTurn();
    const { directory } = await folder.workspace(layout.runFiles(run, attempt));
    const found = readLoose(directory, { run, attempt });
    if (found !== undefined) loose.push(found);
    if (loose.length === mostRuns) await packAll(folder, loose.splice(0));
  }
  if (loose.length >= leastRuns) await packAll(folder, loose);
}

async function packAll(folder: DocumentFolder, runs: readonly LooseRun[]): Promise<void> {
  const all = runs.flatMap(({ files }) => files);
  const content = Buffer.concat(all.map((one) => one.content));
  let at = 0;
  const index = all.map(({ file }) => {
    const packed = { ...file, at };
    at += file.bytes;
    return packed;
  });
  const hash = createHash('sha256').update(JSON.stringify(index)).update(content);
  const numbers = index.map(({ run }) => run);
  const name = packName(numbers, hash.digest('hex'));
  await folder.sink(layout.pack(name))([content]);
  await folder.create(layout.packIndex(name), index);
  for (const { directory, files } of runs) {
    await takeTurn();
    for (const { file } of files) removeUnchanged(join(directory, file.path), file);
    removeEmptied(
      directory,
      files.map(({ file }) => file.path),
    );
  }
}

/** The files of a run's attempt; undefined where there are none, or one that isn't short and plain. */
function readLoose(
  directory: string,
  of: Pick<PackedFile, 'run' | 'attempt'>,
): LooseRun | undefined {
  try {
    const entries = readdirSync(directory, { withFileTypes: true, recursive: true });
    const files: LooseRun['files'][number][] = [];
    for (const entry of entries) {
      if (entry.isDirectory()) continue;
      const place = join(entry.parentPath, entry.name);
      // Before it is read: what is written meanwhile has a later time, and stays.
      const { size, mtimeMs } = lstatSync(place);
      if (!entry.isFile() || size > mostBytes) return undefined;
      const content = readFileSync(place);
      const path = relative(directory, place).split(sep).join('/');
      files.push({ file: { ...of, path, bytes: content.length, modifiedMs: mtimeMs }, content });
    }
    return files.length === 0 ? undefined : { directory, files };
  } catch (error) {
    // Another try has packed it meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function removeUnchanged(place: string, { bytes, modifiedMs }: Omit<PackedFile, 'at'>): void {
  const now = lstatSync(place, { throwIfNoEntry: false });
  if (now?.size === bytes && now.mtimeMs === modifiedMs) rmSync(place, { force: true });
}

/** Removes the folders of these files, the deepest first, and that of the run, as far as nothing is in them. */
function removeEmptied(directory: string, paths: readonly string[]): void {
  const folders = new Set([directory, dirname(directory)]);
  for (const path of paths) {
    for (let above = dirname(path); above !== '.'; above = dirname(above)) {
      folders.add(join(directory, above));
    }
  }
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // Something else is in it, or another try has removed it.
    }
  }
}
