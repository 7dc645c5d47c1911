import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of which every folder refuses changes, until `mend`. */
export interface ReadOnlyFolder {
  mend(): void;
}

/**
 * Makes a folder and all folders in it read-only: by their mode, and for root, whom no mode stops, by the file system's own mark.
 * @throws Error when the file system has no such mark
 */
export function makeReadOnly(folder: string): ReadOnlyFolder {
  const inside = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  const all = [folder, ...inside];
  const isRoot = process.getuid?.() === 0;
  const change = (locked: boolean): void => {
    if (isRoot) execFileSync('chattr', [locked ? '+i' : '-i', ...all]);
    else for (const one of all) chmodSync(one, locked ? 0o500 : 0o700);
  };
  change(true);
  if (!isRoot && canWrite(folder)) throw new Error(`Expected ${folder} to be read-only`);
  return { mend: () => change(false) };
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
