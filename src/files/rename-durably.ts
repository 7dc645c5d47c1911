import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flush } from './flush.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Gives a finished file or folder its name, and makes the folders above it: when this resolves, a loss of power undoes neither the file's
 * content nor its name. What had the name before is replaced in one instant.
 */
export async function renameDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const made = await makeFolder(folder);
  if (made !== undefined) await flush(dirname(made));
  await flush(from);
  await rename(from, to);
  await flush(folder);
}
