import type { DocumentFolder } from '../objects/index.ts';
import { layout } from './layout.ts';
import type { FileContents } from './pack.ts';
import type { PackedAttempt, PackReader } from './read-packs.ts';

/** Where a run's collected files are read: the path of their folder, or their contents where they came out of a pack. */
export type CollectedFiles = string | FileContents;

/** Hands the collected files of an attempt to `use`, to be read only and no longer than that. Of packed ones those that are as they were collected. */
export async function withCollected<T>(
  {
    folder,
    packs,
  }: { readonly folder: Pick<DocumentFolder, 'workspace'>; readonly packs: PackReader },
  attempt: PackedAttempt,
  use: (collected: CollectedFiles) => Promise<T>,
): Promise<T> {
  if (attempt.pack !== undefined) return use(await packs.read(attempt));
  const { directory, release } = await folder.workspace(
    layout.runFiles(attempt.run, attempt.attempt),
  );
  try {
    return await use(directory);
  } finally {
    await release();
  }
}
