/** Reading one object as a stream that survives cut connections: it goes on behind the last byte that came, of the same version. */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { StorageError } from '../../errors.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { storageErrorOf } from './s3-errors.ts';
import { tagOf } from './marks.ts';

/** An object that is being read. */
export interface ObjectReading {
  readonly content: Readable;
  readonly tag: string;
}

/** Cuts without one new byte between, after which reading ends. */
const mostCuts = 4;

/** Begins to read. @throws StorageError STORAGE_MISSING when there is no such object */
export async function readObject(bucket: S3Bucket, key: string): Promise<ObjectReading> {
  const whole = await getObject(bucket, key, { ChecksumMode: 'ENABLED' });
  return {
    content: Readable.from(allBytes(bucket, key, whole), { objectMode: false }),
    tag: tagOf(whole),
  };
}

async function* allBytes(
  bucket: S3Bucket,
  key: string,
  whole: GetObjectCommandOutput,
): AsyncGenerator<Uint8Array> {
  const total = whole.ContentLength ?? 0;
  let received = 0;
  let cuts = 0;
  let answer = whole;
  for (;;) {
    try {
      for await (const chunk of answer.Body as Readable) {
        const bytes = chunk as Uint8Array;
        received += bytes.length;
        cuts = 0;
        yield bytes;
      }
      if (received === total) return;
      throw Object.assign(new Error('ended early'), { code: 'ECONNRESET' });
    } catch (error) {
      const known = storageErrorOf(error, bucket.where(key));
      cuts += 1;
      const isCut = known instanceof StorageError && known.code === 'STORAGE_UNREACHABLE';
      if (!isCut || cuts > mostCuts) throw known;
      if (received === total) return;
    }
    await delay(100 * 2 ** cuts);
    answer = await getObject(bucket, key, {
      Range: `bytes=${received}-`,
      ...(whole.ETag === undefined ? {} : { IfMatch: whole.ETag }),
    });
  }
}

function getObject(
  { sdk, client, ask, bucket, prefix }: S3Bucket,
  key: string,
  which: { ChecksumMode?: 'ENABLED'; Range?: string; IfMatch?: string },
): Promise<GetObjectCommandOutput> {
  return ask(key, () =>
    client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: `${prefix}${key}`, ...which })),
  );
}
