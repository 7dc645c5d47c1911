import { StorageError } from '../../errors.ts';
import { newMark } from './marks.ts';
import { probeKey } from './probe-key.ts';
import { putObject } from './put-object.ts';
import type { S3Bucket } from './s3-bucket.ts';

const probe = Buffer.from(
  'doeflow keeps this object to see that it may write here, and that the storage creates no object twice.\n',
);
const checks = new Map<string, Promise<void>>();

/**
 * Looks, once in a process, whether objects may be written, and whether the storage keeps to the condition "only if there is none", which some
 * leave unread without a word: two writers would then both believe to be the first.
 * @throws StorageError
 */
export async function checkWritable(bucket: S3Bucket): Promise<void> {
  const where = bucket.where();
  const known = checks.get(where) ?? tryOut(bucket, where);
  checks.set(where, known);
  try {
    await known;
  } catch (error) {
    if (checks.get(where) === known) checks.delete(where);
    throw error;
  }
}

async function tryOut(bucket: S3Bucket, where: string): Promise<void> {
  const create = (): Promise<boolean> =>
    putObject(bucket, probeKey, probe, newMark(), { IfNoneMatch: '*' });
  if ((await create()) && (await create())) {
    throw new StorageError('STORAGE_FAULT', `${where} creates an object although there is one`, {
      hint: 'name a bucket of a storage that knows conditional writes (If-None-Match), as Amazon’s does',
    });
  }
}
