/**
 * What is written beside an object's bytes, as its metadata: which write it is of, so that a writer whose answer was lost finds its own work
 * again, and equal bytes at two times are told apart; and whether it is changed by `putIfMatch`.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { ObjectStamp } from '../object-store.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { isMissing, storageErrorOf } from './s3-errors.ts';

const markName = 'doeflow-write';
const changedName = 'doeflow-changed';

/** Metadata of an object, as S3 keeps it. */
export type Metadata = Readonly<Record<string, string>>;

/** The metadata of one write; no other write has the same. */
export function newMark(isChange = false): Metadata {
  return { [markName]: randomUUID(), ...(isChange ? { [changedName]: 'yes' } : {}) };
}

/** What S3 tells of an object, with or without its bytes. */
export interface Described {
  readonly ETag?: string | undefined;
  readonly Metadata?: Metadata | undefined;
  readonly ContentLength?: number | undefined;
  readonly LastModified?: Date | undefined;
}

/** The object's tag for `putIfMatch`: that of S3, which depends on the bytes only, and the write's mark. */
export function tagOf({ ETag = '', Metadata: metadata = {} }: Described): string {
  return `${ETag} ${metadata[markName] ?? ''}`;
}

/**
 * What changes with the object, in the shape of a file's size and time. S3 tells whole seconds: two writes within one are told apart by the part
 * behind them, which is made of the tag.
 */
export function stampOf(found: Described): ObjectStamp {
  const { ContentLength: bytes = 0, LastModified: at = new Date(0) } = found;
  const beyond = createHash('sha256').update(tagOf(found)).digest().readUInt16BE() % 1000;
  return { bytes, modifiedMs: Math.floor(at.getTime() / 1000) * 1000 + beyond };
}

/** S3's own part of a tag. */
export function etagOf(tag: string): string {
  return tag.slice(0, tag.lastIndexOf(' '));
}

/** Whether `putIfMatch` has changed the object. */
export function isChanged(found: Described): boolean {
  return found.Metadata?.[changedName] !== undefined;
}

/** Whether the object is what the write with this mark made of it. */
export function isOfWrite(found: Described | undefined, mark: Metadata): boolean {
  return found?.Metadata?.[markName] === mark[markName];
}

/** Looks at an object without reading it; undefined where there is none. */
export async function describeObject(
  { sdk, client, bucket, prefix, where }: S3Bucket,
  key: string,
): Promise<Described | undefined> {
  try {
    return await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: `${prefix}${key}` }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw storageErrorOf(error, where(key));
  }
}
