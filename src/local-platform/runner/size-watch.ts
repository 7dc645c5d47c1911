import {
  closeSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
  constants,
} from 'node:fs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Shortens a log that passed its bound to its head and its tail with a line between them. The command has the log open for
 * appending, so it goes on behind the tail.
 *
 * @returns whether the log was shortened.
 */
export function shortenLog(path: string, largestBytes: number): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= largestBytes) return false;
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

/** Bytes of all plain files below a folder, counted until `enough` is passed. */
export function folderBytes(folder: string, enough: number): number {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += folderBytes(path, enough - sum);
    else if (entry.isFile()) sum += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (sum > enough) break;
  }
  return sum;
}
