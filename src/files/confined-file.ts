/** Which of the files that somebody else has named may be read. */
import { readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';

/** Where files may lie, by their real paths: no link leads out. */
export interface FileBounds {
  /** The folder that is at home here, first, and those that were allowed beside it; absolute. */
  readonly within: readonly [string, ...string[]];
  /** Files and folders that are never read, wherever they lie; absolute. */
  readonly never: readonly string[];
}

/** What a path leads to. `at` is its real path. A private twin is a file for its owner alone that has a second name, where nobody can see. */
export type FoundFile =
  | {
      readonly kind: 'file';
      readonly at: string;
      readonly bytes: number;
      readonly outside: boolean;
    }
  | { readonly kind: 'outside' | 'forbidden' | 'private-twin'; readonly at: string }
  | { readonly kind: 'irregular'; readonly at: string; readonly what: string }
  | { readonly kind: 'missing' };

/** Their files look regular, and tell of this machine and its programs. */
const systemFolders = ['/proc', '/sys'];
const deviceFolder = '/dev';

/** Where a path leads, and whether it may be read; nothing is opened. */
export function findConfinedFile(path: string, { within, never }: FileBounds): FoundFile {
  let at: string;
  let found: Stats;
  try {
    at = realpathSync.native(path);
    found = statSync(at);
  } catch {
    return { kind: 'missing' };
  }
  if (found.isDirectory()) return { kind: 'missing' };
  const [home, ...allowed] = within.map(realFolder);
  if (isForbidden(at, found, home ?? '', never)) return { kind: 'forbidden', at };
  if (!found.isFile()) return { kind: 'irregular', at, what: kindOf(found) };
  // Tokens and keys are files for their owner alone, in whatever home they lie.
  if (found.nlink > 1 && (found.mode & 0o077) === 0) return { kind: 'private-twin', at };
  const outside = !isIn(at, home ?? '');
  if (outside && !allowed.some((folder) => isIn(at, folder))) return { kind: 'outside', at };
  return { kind: 'file', at, bytes: found.size, outside };
}

/** A folder inside a forbidden one, such as a study in the engine's home, is still its own. */
function isForbidden(at: string, found: Stats, home: string, never: readonly string[]): boolean {
  if (systemFolders.some((folder) => isIn(at, folder))) return true;
  return [deviceFolder, ...never].map(realFolder).some((place) => {
    if (isIn(at, place)) return home === place || !(isIn(at, home) && isIn(home, place));
    return found.nlink > 1 && isSameFile(place, found);
  });
}

/** One file may have two names: that of a forbidden one, or of one right in a forbidden folder, such as a token among the tokens. */
function isSameFile(place: string, found: Stats): boolean {
  const there = statSync(place, { throwIfNoEntry: false });
  if (there?.isDirectory() === true && place !== deviceFolder) {
    return readdirSync(place, { withFileTypes: true }).some(
      (entry) => entry.isFile() && isSameFile(join(place, entry.name), found),
    );
  }
  return there?.isFile() === true && there.ino === found.ino && there.dev === found.dev;
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function kindOf(found: Stats): string {
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  return 'a device';
}
