import {
  closeSync,
  type Dirent,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
  writeSync,
  constants,
  readdirSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Shortens a log that passed its bound to its head and its tail with a line between them. The command has the log open for
 * appending, so it continues behind the tail. What the command put in the log's place is left alone.
 *
 * @returns whether the log was shortened; false also where the run took its folder away or put something else in a place of it.
 */
export function shortenLog(path: string, largestBytes: number): boolean {
  try {
    return shortenFile(path, largestBytes);
  } catch {
    return false;
  }
}

function shortenFile(path: string, largestBytes: number): boolean {
  // A link in the folder's place leads to a log that isn't the run's.
  if (!lstatSync(dirname(path)).isDirectory()) return false;
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry?.isFile() !== true || entry.size <= largestBytes) return false;
  const { size } = entry;
  const part = Math.floor(largestBytes / 4);
  const file = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    const tail = Buffer.alloc(part);
    const length = readSync(file, tail, 0, part, size - part);
    const note = Buffer.from(
      `\n[... ${size - part - length} bytes left out: the log passed ${largestBytes} bytes ...]\n`,
    );
    ftruncateSync(file, part);
    writeSync(file, note, 0, note.length, part);
    writeSync(file, tail, 0, length, part + note.length);
  } finally {
    closeSync(file);
  }
  return true;
}

/** What is in a folder; nothing in one that the run itself removed or closed meanwhile. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Of a file that the run may have removed meanwhile, with the folders above it. */
function bytesOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** Bytes of all plain files below a folder, counted until `enough` is passed. */
export function folderBytes(folder: string, enough: number): number {
  let sum = 0;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += folderBytes(path, enough - sum);
    else if (entry.isFile()) sum += bytesOf(path);
    if (sum > enough) break;
  }
  return sum;
}
