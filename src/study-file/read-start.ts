import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** @returns the first bytes of a file as Latin-1, `atMost` of them; undefined where it can't be read */
export function readStart(path: string, atMost: number): string | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const bytes = Buffer.alloc(Math.min(atMost, fstatSync(file).size));
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0));
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
