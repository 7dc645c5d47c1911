import {
  closeSync,
  type Dirent,
  fstatSync,
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
import { gapLine, gapPattern } from '../../files/index.ts';

/**
 * Shortens a log that passed its bound to its head and its tail, with a line between them that tells how much was left out by all cuts
 * so far. The command has the log open for appending, so it continues behind the tail; what it appends in the very instant of the cut is lost
 * and not counted. What the command put in the log's place is left alone.
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
  // A link in the place of a run's folder leads to a log that isn't the run's.
  const work = dirname(path);
  if (![work, dirname(work)].every((folder) => lstatSync(folder).isDirectory())) return false;
  const entry = lstatSync(path, { throwIfNoEntry: false });
  // What has another name too may be no log of the run's.
  if (entry?.isFile() !== true || entry.nlink > 1 || entry.size <= largestBytes) return false;
  const { size } = entry;
  const part = Math.floor(largestBytes / 4);
  const file = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const before = readNote(file, part);
    const lost = before.lostBytes + size - 2 * part - before.length;
    const first = noteOf(lost, largestBytes);
    // The number may grow by what comes meanwhile.
    const noteBytes = first.length + 2;
    // Of a log that holds hardly more than the note nothing would be won.
    if (part + noteBytes > size - part) return false;
    writeNote(file, first, part, noteBytes);
    const moved = moveTail(file, size - part, part + noteBytes, 2 * part);
    const late = fstatSync(file).size - (size - part + moved);
    ftruncateSync(file, part + noteBytes + moved);
    // What was appended to the tail while it was moved isn't lost.
    writeNote(file, noteOf(lost + Math.max(0, late), largestBytes), part, noteBytes);
  } finally {
    closeSync(file);
  }
  return true;
}

const longestNote = 120;

function noteOf(lostBytes: number, largestBytes: number): string {
  return `\n${gapLine(lostBytes, largestBytes)}\n`;
}

function writeNote(file: number, note: string, at: number, bytes: number): void {
  writeSync(file, Buffer.from(`${note.slice(0, -1).padEnd(bytes - 1)}\n`), 0, bytes, at);
}

/** What an earlier cut left there: how much was lost by then. */
function readNote(
  file: number,
  at: number,
): { readonly lostBytes: number; readonly length: number } {
  const bytes = Buffer.alloc(longestNote);
  const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, longestNote, at));
  const found = gapPattern.exec(text);
  if (found?.index !== 0) return { lostBytes: 0, length: 0 };
  const [note, lost] = found;
  return { lostBytes: Number(lost), length: note.length };
}

/**
 * Copies what stands from one place of a file on to an earlier one, with what its command appends meanwhile, up to a bound for one that
 * writes faster than this copies.
 * @returns how much was copied
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
    if (length === 0) return moved;
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
