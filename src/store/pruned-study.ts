/**
 * A study that is removed on purpose. Its record of that is written first and stays for ever: from then on the study counts as pruned, wherever
 * its removal is cut off, and its id is never given to another one.
 */
import type { DocumentFolder } from '../objects/index.ts';
import { layout } from './layout.ts';
import { addSizes, measureBelow, noSize, type Size } from './measure.ts';
import type { PrunedStudy } from './schemas/pruned.ts';

/** What stays of a study that was pruned; undefined for any other. */
export function findPruned(folder: Pick<DocumentFolder, 'find'>): Promise<PrunedStudy | undefined> {
  return folder.find(layout.pruned);
}

/**
 * Says that the study is being removed; what starts it again looks for this after it has left its own mark, so that one of the two sees the other.
 * @returns false where that was said before
 */
export function beginPruning(folder: DocumentFolder, record: PrunedStudy): Promise<boolean> {
  return folder.create(layout.pruned, record);
}

/** Takes it back, while nothing was removed. */
export function withdrawPruning(folder: DocumentFolder): Promise<void> {
  return folder.remove(layout.pruned);
}

/** Removes all of a study but the record that it is pruned, the snapshot first: who finds that reads nothing else. @returns what was removed */
export async function emptyStudy(
  folder: DocumentFolder,
  onRemoved: (size: Size) => void = () => undefined,
): Promise<Size> {
  const { objects, folders } = await folder.list({ prefix: '' });
  let removed = noSize;
  const took = (size: Size): void => {
    removed = addSizes(removed, size);
    onRemoved(size);
  };
  const others = objects.filter((name) => name !== layout.pruned.name);
  for (const name of others.sort((a, b) => Number(isSnapshot(b)) - Number(isSnapshot(a)))) {
    const bytes = (await folder.stamp({ name }))?.bytes;
    await folder.remove({ name });
    took({ bytes, objects: 1 });
  }
  for (const name of folders) {
    const prefix = `${name}/`;
    const size = await measureBelow(folder, prefix);
    await folder.removeBelow({ prefix });
    took(size);
  }
  return removed;
}

/** Says that nothing of the study is left. */
export async function finishPruning(folder: DocumentFolder, now: Date): Promise<void> {
  const record = await folder.read(layout.pruned);
  await folder.write(layout.pruned, { ...record, finishedAt: now.toISOString() });
}

function isSnapshot(name: string): boolean {
  return name === layout.snapshot.name;
}
