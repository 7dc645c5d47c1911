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
  const note = Buffer.from(
    `\n[... ${size - 2 * part} bytes left out: the log passed ${largestBytes} bytes ...]\n`,
  );
  // Of a log that holds hardly more than the note nothing would be won.
  if (part + note.length > size - part) return false;
  const file = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    writeSync(file, note, 0, note.length, part);
    ftruncateSync(file, moveTail(file, size - part, part + note.length, 2 * part));
  } finally {
    closeSync(file);
  }
  return true;
}

/**
 * Copies what stands from one place of a file on to an earlier one, with what its command appends meanwhile: only what comes in the instant
 * before the file is cut is lost, and what a command that writes faster than this copies has past the bound.
 * @returns the new end
 */
function moveTail(file: number, from: number, to: number, mostBytes: number): number {
  const piece = Buffer.alloc(Math.min(mostBytes, 1 << 20));
  for (let moved = 0; ;) {
    const length = readSync(
      file,
      piece,
      0,
      Math.min(piece.length, mostBytes - moved),
      from + moved,
    );
    if (length === 0) return to + moved;
    writeSync(file, piece, 0, length, to + moved);
    moved += length;
  }
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
