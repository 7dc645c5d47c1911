import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { isInternal } from '../check-key.ts';
import type { Listing } from '../object-store.ts';
import { probeKey } from './probe-key.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** What lies directly below a prefix, over all pages of the bucket's answer. */
export async function listObjects(bucket: S3Bucket, below: string): Promise<Listing> {
  const prefix = `${bucket.prefix}${below}`;
  const objects: string[] = [];
  const folders: string[] = [];
  let token: string | undefined;
  do {
    const page = await listPage(bucket, below, { Delimiter: '/', ContinuationToken: token });
    const nameOf = (key = ''): string => decoded(page, key).slice(prefix.length);
    objects.push(...(page.Contents ?? []).map(({ Key }) => nameOf(Key)));
    folders.push(...(page.CommonPrefixes ?? []).map((one) => nameOf(one.Prefix).slice(0, -1)));
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
  // An empty name is the folder itself, which some tools mark by an object.
  const names = (all: readonly string[]): string[] =>
    all.filter((name) => name !== '' && !isInternal(name)).sort();
  const internal = [...objects, ...folders].filter((name) => isInternal(name) && name !== probeKey);
  return {
    objects: names(objects),
    folders: names(folders),
    ...(internal.length === 0 ? {} : { internal: internal.sort() }),
  };
}

/** One page of the objects below a prefix. @throws StorageError */
export function listPage(
  { sdk, client, ask, bucket, prefix }: S3Bucket,
  below: string,
  how: { Delimiter?: '/'; ContinuationToken?: string | undefined; MaxKeys?: number },
): Promise<ListObjectsV2CommandOutput> {
  return ask(below, () =>
    client.send(
      // Encoded, as XML has no way to write every name.
      new sdk.ListObjectsV2Command({
        ...{ Bucket: bucket, Prefix: `${prefix}${below}`, EncodingType: 'url', ...how },
      }),
    ),
  );
}

function decoded(page: ListObjectsV2CommandOutput, key: string): string {
  return page.EncodingType === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
}
