/** How a bucket is named by a person: told from a directory's path, and checked. */
import { UsageError } from '../errors.ts';
import { checkKey } from './check-key.ts';
import type { S3Address } from './s3/s3-bucket.ts';

/**
 * The bucket and prefix that `s3://BUCKET/PREFIX` names; undefined for a directory's path.
 * @throws UsageError USAGE_DESTINATION for what is neither
 */
export function bucketAddress(text: string): S3Address | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\//iu.test(text)) {
    if (/^(?:s3:|~)/iu.test(text)) {
      throw wrongDestination(
        `"${text}" would be a folder of that name: write s3://BUCKET/PREFIX for a bucket, the whole path of a home, or ./${text} for such a folder`,
      );
    }
    if (text !== '' && !text.includes('\0')) return undefined;
    throw wrongDestination('A destination needs a name');
  }
  if (!text.startsWith('s3://'))
    throw wrongDestination('A destination is a directory or begins with s3://');
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)(.*)$/su.exec(text) ?? [];
  // Not repeated in the message: people put keys before an @.
  if (bucket.includes('@')) throw wrongDestination('A destination holds no keys or passwords');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u.test(bucket))
    throw wrongDestination(`"${bucket}" cannot be the name of a bucket`);
  const prefix = path.replace(/^\/+|\/+$/gu, '');
  if (prefix === '') return { bucket, prefix };
  try {
    return { bucket, prefix: `${checkKey(prefix)}/` };
  } catch {
    throw wrongDestination(`"${prefix}" cannot be a prefix of keys`);
  }
}

/** What is wrong with the name of a destination. */
export function wrongDestination(message: string): UsageError {
  return new UsageError('USAGE_DESTINATION', message, {
    hint: 'name a directory, or s3://BUCKET/PREFIX with keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and another server than Amazon’s in AWS_ENDPOINT_URL_S3',
  });
}
