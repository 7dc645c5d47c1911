/** One object in one request, under a condition: of several writers exactly one is told that it was the one. */
import { setTimeout as delay } from 'node:timers/promises';
import type { S3Bucket } from './s3-bucket.ts';
import { describeObject, isOfWrite, type Metadata } from './marks.ts';
import {
  isConditionFailed,
  isConflict,
  isMissing,
  storageErrorOf,
  wasRepeated,
} from './s3-errors.ts';

/** `undefined` puts in any case. */
export type PutCondition = { readonly IfNoneMatch: '*' } | { readonly IfMatch: string } | undefined;

/** Answers "somebody else is at it" that are waited out. */
const mostConflicts = 10;

/** Puts the object. @returns false, with nothing changed, when the condition doesn't hold */
export async function putObject(
  bucket: S3Bucket,
  key: string,
  bytes: Uint8Array,
  mark: Metadata,
  condition?: PutCondition,
): Promise<boolean> {
  const { sdk, client, prefix, where } = bucket;
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      await client.send(
        new sdk.PutObjectCommand({
          ...{ Bucket: bucket.bucket, Key: `${prefix}${key}`, Body: bytes, Metadata: mark },
          ...condition,
        }),
      );
      return true;
    } catch (error) {
      if (isConflict(error) && conflicts < mostConflicts) {
        await delay((20 + 80 * Math.random()) * (conflicts + 1));
        continue;
      }
      const isRefused = isConditionFailed(error) || (condition !== undefined && isMissing(error));
      if (!isRefused) throw storageErrorOf(error, where(key));
      // The condition may fail by this very write, whose first answer was lost.
      if (!wasRepeated(error) && conflicts === 0) return false;
      return isOfWrite(await describeObject(bucket, key), mark);
    }
  }
}
