import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Gives a file or folder, whose content is on the disk already, its name: when this resolves, a power cut doesn't undo it. */
export async function renameDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await syncFolder(dirname(made));
  await rename(from, to);
  await syncFolder(folder);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
