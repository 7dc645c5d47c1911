/** Contents by their SHA-256: equal contents are one object. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { ResultError } from '../errors.ts';
import type { ObjectStore } from '../objects/index.ts';
import { keepContent } from './content-sweep.ts';

/** A content and its size. */
export interface StoredContent {
  readonly sha256: string;
  readonly bytes: number;
}

/** Key of the object that holds a content. */
export function contentKey(sha256: string): string {
  return `objects/${sha256.slice(0, 2)}/${sha256}`;
}

/** Keeps bytes. */
export async function putBytes(objects: ObjectStore, content: Uint8Array): Promise<StoredContent> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const key = contentKey(sha256);
  await keepContent(objects, key, () => objects.write(key, [content]));
  return { sha256, bytes: content.byteLength };
}

/** How the bytes of the file at a path are had. */
export type OpenFile = (path: string) => AsyncIterable<Buffer>;

const openFile: OpenFile = (path) => createReadStream(path) as AsyncIterable<Buffer>;

/** Keeps a copy of a file, which is hashed again while it is copied, as the file may change meanwhile. */
export async function putFile(
  objects: ObjectStore,
  path: string,
  open = openFile,
): Promise<StoredContent> {
  const content = await hashStream(open(path));
  const key = contentKey(content.sha256);
  await keepContent(objects, key, () =>
    objects.write(key, unchanged(open(path), { path, sha256: content.sha256 })),
  );
  return content;
}

async function* unchanged(
  bytes: AsyncIterable<Buffer>,
  { path, sha256 }: { readonly path: string; readonly sha256: string },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') === sha256) return;
  throw new ResultError('RESULT_STORE', `${path} was changed while it was copied`, {
    hint: 'start again once no program writes to it',
  });
}

/** SHA-256 and size of a file. */
export function hashFile(path: string): Promise<StoredContent> {
  return hashStream(openFile(path));
}

/** SHA-256 and size of a stream's bytes. */
export async function hashStream(stream: AsyncIterable<Buffer>): Promise<StoredContent> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { sha256: hash.digest('hex'), bytes };
}
