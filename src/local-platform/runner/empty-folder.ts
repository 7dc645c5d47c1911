import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeTreeSync } from '../../files/index.ts';

/** Removes all that is in a folder; the folder itself may be in one that isn't ours. */
export function emptyFolder(path: string): void {
  if (!existsSync(path)) return;
  for (const name of readdirSync(path)) removeTreeSync(join(path, name));
}
