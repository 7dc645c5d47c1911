import { dirname, join } from 'node:path';
import { isSafePath, maxCopyPathBytes } from './safe-path.ts';
import { entryAt } from './write-inside.ts';

/** Clocks of file systems move in steps of some milliseconds: within one, a file may be written again under the same time. */
const stepMs = 20;

/**
 * Whether the file at `path` below `named` is a copy, made by `writeInside` with the same time, of a file that hasn't been written since: a plain
 * file in plain folders, of the same size and time, and made a step of the clock after what it was copied from. No content is read. What somebody
 * changed since is none.
 * @param plain folders that were seen to be plain ones, of one round of many files: they aren't looked at again, and it gets further ones
 */
export function hasCopy(
  named: string,
  path: string,
  of: { readonly bytes: number; readonly modifiedMs: number },
  plain = new Set<string>(),
): boolean {
  if (!isSafePath(path, maxCopyPathBytes)) return false;
  const found = entryAt(join(named, path));
  return (
    found?.isFile() === true &&
    found.size === of.bytes &&
    // A time is given in seconds, as one number: what is lost of it is far below a millisecond.
    Math.abs(found.mtimeMs - of.modifiedMs) < 0.1 &&
    found.ctimeMs >= of.modifiedMs + stepMs &&
    isPlainWay(named, dirname(path), plain)
  );
}

function isPlainWay(named: string, path: string, plain: Set<string>): boolean {
  const folder = join(named, path);
  if (plain.has(folder)) return true;
  if (entryAt(folder)?.isDirectory() !== true) return false;
  if (path !== '.' && !isPlainWay(named, dirname(path), plain)) return false;
  plain.add(folder);
  return true;
}
