import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The uppermost folder of a file that isn't there, which writing the file makes: its name may be a slip. Undefined where all are there. */
export function missingFolder(path: string): string | undefined {
  const folder = dirname(path);
  if (folder === path || existsSync(folder)) return undefined;
  return missingFolder(folder) ?? folder;
}
