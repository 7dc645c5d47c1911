/** Objects of a bucket as files of this machine, for programs that need paths. They are gone with the process. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { StorageError } from '../../errors.ts';
import { writeFileAtomic } from '../../files/index.ts';
import { checkKey } from '../check-key.ts';
import { unlessMissing } from '../folder/unless-missing.ts';
import type { Workspace } from '../object-store.ts';
import { addCopy, copiesFolder, useCopy } from './copies-folder.ts';
import { listObjects } from './list-objects.ts';
import { describeObject, tagOf } from './marks.ts';
import { readObject } from './read-object.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { severalAtOnce } from '../several-at-once.ts';
import { writeObject } from './write-object.ts';

/** Objects that are copied at the same time. */
const atOnce = 8;

/** Path of a copy of the object as it is now; the same copy while the object is the same. */
export async function copyOfObject(bucket: S3Bucket, key: string): Promise<string> {
  const found = await describeObject(bucket, key);
  if (found === undefined)
    throw new StorageError('STORAGE_MISSING', `${bucket.where(key)} isn't there`);
  const version = createHash('sha256')
    .update(`${bucket.where(key)} ${tagOf(found)}`)
    .digest('hex');
  const path = join(copiesFolder(), version.slice(0, 32), basename(key));
  if (useCopy(path)) return path;
  await download(bucket, key, path);
  await addCopy(path);
  return path;
}

/** A folder with copies of all objects below `prefix`; what is new or changed in it is put into the bucket when it is published. */
export async function openWorkspace(bucket: S3Bucket, prefix: string): Promise<Workspace> {
  const directory = join(copiesFolder(), randomUUID());
  await downloadAll(bucket, prefix, directory);
  let known = await stampsOf(directory);
  return {
    directory,
    async publish() {
      const now = await stampsOf(directory);
      const changed = [...now].filter(([path, stamp]) => known.get(path) !== stamp);
      await severalAtOnce(changed, atOnce, async ([path]) => {
        const key = checkKey(`${prefix}${relative(directory, path).split(sep).join('/')}`);
        await writeObject(bucket, key, createReadStream(path));
      });
      known = now;
    },
    release: () => rm(directory, { recursive: true, force: true }),
  };
}

async function downloadAll(bucket: S3Bucket, prefix: string, directory: string): Promise<void> {
  const { objects, folders } = await listObjects(bucket, prefix);
  await severalAtOnce(objects, atOnce, (name) =>
    download(bucket, checkKey(`${prefix}${name}`), join(directory, name)),
  );
  for (const name of folders)
    await downloadAll(bucket, `${checkKey(`${prefix}${name}`)}/`, join(directory, name));
}

async function download(bucket: S3Bucket, key: string, path: string): Promise<void> {
  const { content } = await readObject(bucket, key);
  await writeFileAtomic(path, content, { isPrivate: true });
}

/** Each file below the folder, and what changes with its content. */
async function stampsOf(directory: string): Promise<ReadonlyMap<string, string>> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = (await unlessMissing(readdir(directory, options))) ?? [];
  const stamps = new Map<string, string>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(path);
    stamps.set(path, `${size} ${mtimeMs}`);
  }
  return stamps;
}
