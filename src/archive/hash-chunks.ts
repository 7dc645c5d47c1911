/** Sizes and hashes of what passes by. */
import { createHash } from 'node:crypto';
import type { Chunks } from '../files/index.ts';

/** Size and hashes of a content. */
export interface Digest {
  readonly bytes: number;
  readonly md5: string;
  readonly sha256: string;
}

/** The same chunks; `digest` may be asked once they have all passed. */
export function hashChunks(chunks: Chunks): {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly digest: () => Digest;
} {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  let bytes = 0;
  async function* passing(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      const buffer = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
      md5.update(buffer);
      sha256.update(buffer);
      bytes += buffer.byteLength;
      yield buffer;
    }
  }
  return {
    chunks: passing(),
    digest: () => ({ bytes, md5: md5.digest('hex'), sha256: sha256.digest('hex') }),
  };
}

/** Reads all chunks. @param onBytes told of the size of each */
export async function digestOf(chunks: Chunks, onBytes?: (bytes: number) => void): Promise<Digest> {
  const hashing = hashChunks(chunks);
  for await (const { byteLength } of hashing.chunks) onBytes?.(byteLength);
  return hashing.digest();
}

/** Size and hashes of a short text. */
export function digestOfText(text: string): Digest {
  const bytes = Buffer.from(text, 'utf8');
  const hash = (name: string): string => createHash(name).update(bytes).digest('hex');
  return { bytes: bytes.byteLength, md5: hash('md5'), sha256: hash('sha256') };
}
