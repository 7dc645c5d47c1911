import { closeSync, openSync, readSync } from 'node:fs';

/**
 * The complete lines of a file one by one, without its line ends; a last line without one is left out. Memory stays at one
 * chunk whatever the file's size.
 */
export function* readLines(path: string): Generator<string> {
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(1 << 16);
  let rest = Buffer.alloc(0);
  try {
    for (;;) {
      const length = readSync(file, chunk, 0, chunk.length, null);
      if (length === 0) return;
      const text = Buffer.concat([rest, chunk.subarray(0, length)]);
      let from = 0;
      for (let end = text.indexOf(0x0a); end >= 0; end = text.indexOf(0x0a, from)) {
        yield text.toString('utf8', from, end);
        from = end + 1;
      }
      rest = text.subarray(from);
    }
  } finally {
    closeSync(file);
  }
}
