import { closeSync, openSync, readSync } from 'node:fs';

/** The files of a run with millions of them. */
const longestLine = 1 << 30;

/** Room for the line that closes a journal, and for some that others wrote behind it. */
const tailBytes = 1 << 12;

/**
 * The whole lines of a journal from a position on, a quarter of a megabyte of them or one longer line, their length in bytes with their line ends, and whether there
 * may be more of them. A journal that isn't there yet has none.
 *
 * @throws Error when a line is longer than a gigabyte.
 */
export function readLinesFrom(
  path: string,
  position: number,
): { readonly lines: readonly string[]; readonly length: number; readonly more: boolean } {
  let more = false;
  const text = withFile(path, (file) => {
    for (let size = 1 << 18; ; size *= 4) {
      const bytes = readBytes(file, size, position);
      const end = bytes.lastIndexOf(0x0a) + 1;
      more = bytes.length === size;
      if (end > 0 || bytes.length < size) return bytes.subarray(0, end);
      if (size > longestLine) {
        throw new Error(
          `Expected lines of at most ${longestLine} bytes in ${path}, got a longer one`,
        );
      }
    }
  });
  if (text === undefined || text.length === 0) return { lines: [], length: 0, more };
  return { lines: text.toString('utf8').trimEnd().split('\n'), length: text.length, more };
}

/** The last lines of a journal that end before a position, 4 kB of them; the first is cut where it began earlier. */
export function readLinesBefore(path: string, position: number): readonly string[] {
  const from = Math.max(0, position - tailBytes);
  const text = withFile(path, (file) => readBytes(file, position - from, from));
  return text === undefined ? [] : text.toString('utf8').split('\n').slice(0, -1);
}

function readBytes(file: number, size: number, position: number): Buffer {
  const buffer = Buffer.allocUnsafe(size);
  return buffer.subarray(0, readSync(file, buffer, 0, size, position));
}

function withFile<T>(path: string, read: (file: number) => T): T | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return read(file);
  } finally {
    closeSync(file);
  }
}
