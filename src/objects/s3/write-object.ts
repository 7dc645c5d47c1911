/**
 * An object out of pieces, of any size in the memory of two parts: a small one in one request, a large one as a multipart upload, which shows
 * nothing until its last request. Each part goes with its checksum, which the storage compares.
 */
import type { CompletedPart } from '@aws-sdk/client-s3';
import { StorageError } from '../../errors.ts';
import type { Chunks } from '../../files/index.ts';
import { describeObject, isChanged, isOfWrite, newMark, type Metadata } from './marks.ts';
import { putObject } from './put-object.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { storageErrorOf } from './s3-errors.ts';

const partBytes = 16 * 2 ** 20;
/** S3's own limit. */
const mostParts = 10_000;

/** Replaces the object, or makes it. @throws Error when it is changed by `putIfMatch`; what the chunks throw */
export async function writeObject(bucket: S3Bucket, key: string, chunks: Chunks): Promise<void> {
  const parts = inParts(chunks);
  const first = await parts.next();
  const mark = newMark();
  if (first.done === true) throw new Error('Expected a part, got none');
  if (first.value.isLast) {
    const { bytes } = first.value;
    // A new object, as most are, costs one request.
    if (await putObject(bucket, key, bytes, mark, { IfNoneMatch: '*' })) return;
    await refuseChanged(bucket, key);
    await putObject(bucket, key, bytes, mark);
    return;
  }
  await refuseChanged(bucket, key);
  await writeInParts(bucket, key, mark, first.value.bytes, parts);
}

/** @throws Error when `putIfMatch` has changed the object */
export async function refuseChanged(bucket: S3Bucket, key: string): Promise<void> {
  const found = await describeObject(bucket, key);
  if (found === undefined || !isChanged(found)) return;
  throw new Error(`${key} is changed by putIfMatch only: it cannot be replaced or removed`);
}

async function writeInParts(
  access: S3Bucket,
  key: string,
  mark: Metadata,
  first: Uint8Array,
  rest: AsyncIterable<Part>,
): Promise<void> {
  const { sdk, client, ask, bucket, prefix } = access;
  const object = { Bucket: bucket, Key: `${prefix}${key}` };
  const { UploadId } = await ask(key, () =>
    client.send(
      new sdk.CreateMultipartUploadCommand({
        ...object,
        Metadata: mark,
        ChecksumAlgorithm: 'CRC32',
      }),
    ),
  );
  const sent: CompletedPart[] = [];
  const send = async (bytes: Uint8Array, PartNumber: number): Promise<void> => {
    const upload = {
      ...object,
      UploadId,
      PartNumber,
      Body: bytes,
      ChecksumAlgorithm: 'CRC32',
    } as const;
    const { ETag, ChecksumCRC32 } = await ask(key, () =>
      client.send(new sdk.UploadPartCommand(upload)),
    );
    sent[PartNumber - 1] = {
      PartNumber,
      ETag,
      ...(ChecksumCRC32 === undefined ? {} : { ChecksumCRC32 }),
    };
  };
  let underWay = [send(first, 1)];
  try {
    let count = 1;
    for await (const { bytes } of rest) {
      count += 1;
      if (count > mostParts) throw tooLarge(access.where(key));
      const [earlier] = underWay;
      underWay = [...underWay, send(bytes, count)];
      await earlier;
      underWay = underWay.slice(1);
    }
    await Promise.all(underWay);
    await complete(access, key, mark, () =>
      client.send(
        new sdk.CompleteMultipartUploadCommand({
          ...{ ...object, UploadId, MultipartUpload: { Parts: sent } },
        }),
      ),
    );
  } catch (error) {
    // Parts that still arrive after the end of an upload would stay, unseen and paid for.
    await Promise.allSettled(underWay);
    await client
      .send(new sdk.AbortMultipartUploadCommand({ ...object, UploadId }))
      .catch(() => undefined);
    throw error;
  }
}

/** The last request of an upload: where its answer was lost, the object says whether it was done. */
async function complete(
  access: S3Bucket,
  key: string,
  mark: Metadata,
  request: () => Promise<unknown>,
): Promise<void> {
  try {
    await request();
  } catch (error) {
    if (!isOfWrite(await describeObject(access, key), mark))
      throw storageErrorOf(error, access.where(key));
  }
}

interface Part {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Parts of one size; only the last is smaller, and may be empty where it is the first. */
async function* inParts(chunks: Chunks): AsyncGenerator<Part> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    while (length + piece.length > partBytes) {
      const room = partBytes - length;
      yield { bytes: Buffer.concat([...pieces, piece.subarray(0, room)]), isLast: false };
      piece = piece.subarray(room);
      [pieces, length] = [[], 0];
    }
    pieces.push(piece);
    length += piece.length;
  }
  yield { bytes: Buffer.concat(pieces), isLast: true };
}

function tooLarge(where: string): StorageError {
  return new StorageError(
    'STORAGE_FAULT',
    `${where} is larger than ${Math.floor((partBytes * mostParts) / 1e9)} GB, which one object may be`,
    { hint: 'keep the file elsewhere, or in pieces' },
  );
}
