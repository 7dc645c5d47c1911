import { walkFolders, type StoredPrefix } from '../../src/objects/index.ts';
import { layout, readJobsBegun, type DocumentFolder } from '../../src/store/index.ts';

/** Removes what tries that were killed have left of finished runs' files, before they came to the run. */
export function clearTries(folder: DocumentFolder): Promise<void> {
  return removeBelow(folder, layout.allTaken);
}

/**
 * Removes files that tries before this one left in the folders of runs that nothing stands for, before any job of the study is begun: afterwards they are the
 * runs' own.
 * @param taken runs that finished ones stand for
 */
export async function clearRefusedFiles(
  folder: DocumentFolder,
  taken: ReadonlySet<number>,
): Promise<void> {
  const { begun, ended } = await readJobsBegun(folder);
  if (begun.length + ended.length > 0) return;
  for (const run of (await folder.list(layout.allRuns)).folders) {
    if (!taken.has(Number(run))) await removeBelow(folder, layout.runAttempts(run));
  }
}

/** Removes files that tries left of runs which no job has had so far. */
export async function clearFilesOf(folder: DocumentFolder, runs: Iterable<number>): Promise<void> {
  for (const run of runs) await removeBelow(folder, layout.runFiles(run, 1));
}

async function removeBelow(folder: DocumentFolder, { prefix }: StoredPrefix): Promise<void> {
  const names = walkFolders((below) => folder.list({ prefix: `${prefix}${below}` }));
  for await (const name of names) await folder.remove({ name: `${prefix}${name}` });
}
