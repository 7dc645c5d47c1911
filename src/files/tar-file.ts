/** A tar file of a few texts, compressed: what people send by mail, and every system unpacks. */
import { gzipSync } from 'node:zlib';

/** One file of it. */
export interface TarEntry {
  /** Relative, at most 100 bytes. */
  readonly path: string;
  readonly content: Buffer;
}

const block = 512;

/** The bytes of a `.tar.gz`; all files are for their owner only, and of that time. @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html */
export function tarGz(entries: readonly TarEntry[], at: Date): Buffer {
  const parts = entries.flatMap(({ path, content }) => [
    header(path, content.byteLength, at),
    content,
    Buffer.alloc((block - (content.byteLength % block)) % block),
  ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]));
}

function header(path: string, bytes: number, at: Date): Buffer {
  const head = Buffer.alloc(block);
  if (Buffer.byteLength(path) > 100) throw new RangeError(`"${path}" is too long for a tar file`);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
  head.write(path, 0);
  head.write(`${octal(0o600, 7)}\0`, 100);
  head.write(`${octal(0, 7)}\0${octal(0, 7)}\0`, 108);
  head.write(`${octal(bytes, 11)}\0`, 124);
  head.write(`${octal(Math.floor(at.getTime() / 1000), 11)}\0`, 136);
  head.write(' '.repeat(8), 148);
  head.write('0', 156);
  head.write('ustar\x0000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${octal(sum, 6)}\0 `, 148);
  return head;
}
