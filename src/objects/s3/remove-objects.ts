import { listPage } from './list-objects.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { severalAtOnce } from '../several-at-once.ts';

/** Objects that are removed at the same time. */
const atOnce = 16;

/** Removes all objects whose keys begin with the prefix, page by page of the bucket's list. @throws StorageError */
export async function removeObjects(access: S3Bucket, below: string): Promise<void> {
  const { sdk, client, ask, bucket } = access;
  for (;;) {
    // The first page each time: what was on it before is gone.
    const { Contents: found = [], EncodingType: encoding } = await listPage(access, below, {});
    if (found.length === 0) return;
    const keys = found.map(({ Key: key = '' }) =>
      encoding === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key,
    );
    await severalAtOnce(keys, atOnce, async (key) => {
      const request = new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key });
      await ask(key.slice(access.prefix.length), () => client.send(request));
    });
  }
}
