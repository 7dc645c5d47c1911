/** The object store in an S3 bucket, Amazon's or any that speaks as it does: one object of the bucket for each. Safe under several processes. */
import { buffer } from 'node:stream/consumers';
import { StorageError } from '../../errors.ts';
import type { Chunks } from '../../files/index.ts';
import { checkKey } from '../check-key.ts';
import type { ObjectStore, TaggedBytes } from '../object-store.ts';
import { checkWritable } from './check-writable.ts';
import { listObjects, listPage } from './list-objects.ts';
import { copyOfObject, openWorkspace } from './local-copies.ts';
import { describeObject, etagOf, newMark, stampOf, tagOf } from './marks.ts';
import { putObject } from './put-object.ts';
import { readObject } from './read-object.ts';
import { removeObjects } from './remove-objects.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { refuseChanged, writeObject } from './write-object.ts';

/** Bytes of a whole key in UTF-8 that S3 allows. */
const longestKey = 1024;

/** `read`: nothing is written; `write`: whether it can be is tried out at once; `read-first`: that is tried out with the first write. */
export type BucketUse = 'read' | 'write' | 'read-first';

/** Opens the bucket, and looks whether it can be used. @throws StorageError */
export async function openS3Store(bucket: S3Bucket, use: BucketUse): Promise<ObjectStore> {
  await listPage(bucket, '', { MaxKeys: 1 });
  if (use === 'write') await checkWritable(bucket);
  const ready = (): Promise<void> =>
    use === 'read-first' ? checkWritable(bucket) : Promise.resolve();
  const good = (key: string): string => {
    if (/[\u0000-\u001f\u007f]/u.test(key))
      throw new RangeError(
        `${JSON.stringify(key)} cannot be a key of S3: lists have no way to write it`,
      );
    if (Buffer.byteLength(`${bucket.prefix}${checkKey(key)}`) <= longestKey) return key;
    throw new RangeError(`"${key}" is too long for S3: ${longestKey} bytes with the prefix`);
  };
  const write = async (key: string, chunks: Chunks): Promise<void> => {
    await ready();
    await writeObject(bucket, good(key), chunks);
  };
  return {
    get: (key) => getObject(bucket, good(key)),
    async stamp(key) {
      const found = await describeObject(bucket, good(key));
      return found === undefined ? undefined : stampOf(found);
    },
    has: async (key) => (await describeObject(bucket, good(key))) !== undefined,
    list: (prefix) => listObjects(bucket, prefix === '' ? '' : `${good(prefix.slice(0, -1))}/`),
    async putIfAbsent(key, bytes) {
      await ready();
      return putObject(bucket, good(key), bytes, newMark(), { IfNoneMatch: '*' });
    },
    async putIfMatch(key, bytes, tag) {
      await ready();
      return changeObject(bucket, good(key), bytes, tag);
    },
    read: async (key) => (await readObject(bucket, good(key))).content,
    write,
    draft: write,
    settle: () => Promise.resolve(),
    async remove(key) {
      const { sdk, client, ask, prefix } = bucket;
      await refuseChanged(bucket, good(key));
      const object = { Bucket: bucket.bucket, Key: `${prefix}${key}` };
      await ask(key, () => client.send(new sdk.DeleteObjectCommand(object)));
    },
    removeBelow: (prefix) => removeObjects(bucket, `${good(prefix.slice(0, -1))}/`),
    clearUnfinished: () => Promise.resolve(),
    localFile: (key) => copyOfObject(bucket, good(key)),
    workspace: (prefix) => openWorkspace(bucket, `${good(prefix.slice(0, -1))}/`),
  };
}

async function getObject(bucket: S3Bucket, key: string): Promise<TaggedBytes | undefined> {
  try {
    const { content, tag } = await readObject(bucket, key);
    return { bytes: await buffer(content), tag };
  } catch (error) {
    if (error instanceof StorageError && error.code === 'STORAGE_MISSING') return undefined;
    throw error;
  }
}

/**
 * S3 compares its own tag, which equal bytes share. The write's mark is compared before, so that a writer that slept can't undo what came
 * since, where the bytes are those of then again.
 */
async function changeObject(
  bucket: S3Bucket,
  key: string,
  bytes: Uint8Array,
  tag: string,
): Promise<boolean> {
  const found = await describeObject(bucket, key);
  if (found === undefined || tagOf(found) !== tag) return false;
  return putObject(bucket, key, bytes, newMark(true), { IfMatch: etagOf(tag) });
}
