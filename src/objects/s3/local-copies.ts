/** Objects of a bucket as files of this machine, for programs that need paths. They are gone with the process. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { StorageError } from '../../errors.ts';
import { writeFileAtomic } from '../../files/index.ts';
import { checkKey } from '../check-key.ts';
import { unlessMissing } from '../folder/unless-missing.ts';
import type { Workspace } from '../object-store.ts';
import { listObjects } from './list-objects.ts';
import { describeObject, tagOf } from './marks.ts';
import { readObject } from './read-object.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { writeObject } from './write-object.ts';

let folder: string | undefined;

/** One folder for the process's copies. */
function copiesFolder(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(join(tmpdir(), 'doeflow-copies-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return (folder = made);
}

/** Path of a copy of the object as it is now; the same copy while the object is the same. */
export async function copyOfObject(bucket: S3Bucket, key: string): Promise<string> {
  const found = await describeObject(bucket, key);
  if (found === undefined)
    throw new StorageError('STORAGE_MISSING', `${bucket.where(key)} isn't there`);
  const version = createHash('sha256')
    .update(`${bucket.where(key)} ${tagOf(found)}`)
    .digest('hex');
  const path = join(copiesFolder(), version.slice(0, 32), basename(key));
  const isThere = await unlessMissing(access(path).then(() => true));
  if (isThere !== true) await download(bucket, key, path);
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
      for (const [path, stamp] of now) {
        if (known.get(path) === stamp) continue;
        const key = checkKey(`${prefix}${relative(directory, path).split(sep).join('/')}`);
        await writeObject(bucket, key, createReadStream(path));
      }
      known = now;
    },
  };
}

async function downloadAll(bucket: S3Bucket, prefix: string, directory: string): Promise<void> {
  const { objects, folders } = await listObjects(bucket, prefix);
  for (const name of objects) {
    const key = checkKey(`${prefix}${name}`);
    await download(bucket, key, join(directory, name));
  }
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
