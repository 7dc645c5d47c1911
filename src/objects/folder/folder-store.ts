/** The object store as a folder: one file per object, its key the file's path. Safe under several processes and kill -9. */
import { createReadStream } from 'node:fs';
import { access, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Listing, ObjectStore } from '../object-store.ts';
import { createFileAtomic, partEnding, writeChunks, writeFileAtomic } from '../../files/index.ts';
import { checkKey, isInternal } from '../check-key.ts';
import { unlessMissing } from './unless-missing.ts';
import { addVersion, hasLaterVersions, readNewestVersion } from './versions.ts';

const isPrivate = true;
const mode = 0o600;

/** Opens the folder `root`, which is made with its first object. */
export function openFolderStore(root: string): ObjectStore {
  const pathOf = (key: string): string => join(root, checkKey(key));
  return {
    get: (key) => readNewestVersion(pathOf(key)),
    has: (key) => isThere(pathOf(key)),
    list: (prefix) => listFolder(prefix === '' ? root : pathOf(prefix.slice(0, -1))),
    putIfAbsent: (key, bytes) =>
      createFileAtomic(pathOf(key), (aside) => writeFile(aside, bytes, { mode }), { isPrivate }),
    putIfMatch: (key, bytes, tag) => addVersion(pathOf(key), bytes, tag),
    async read(key) {
      const path = pathOf(key);
      await access(path);
      return createReadStream(path);
    },
    async write(key, chunks) {
      const path = pathOf(key);
      await refuseVersioned(path, key);
      await writeFileAtomic(path, (aside) => writeChunks(aside, chunks, mode), { isPrivate });
    },
    async remove(key) {
      const path = pathOf(key);
      await refuseVersioned(path, key);
      await rm(path, { force: true });
    },
    clearUnfinished: (prefix, where) =>
      clearFolder(prefix === '' ? root : pathOf(prefix.slice(0, -1)), where),
    async localFile(key) {
      const path = pathOf(key);
      await access(path);
      return path;
    },
    workspace: (prefix) =>
      Promise.resolve({
        directory: pathOf(prefix.slice(0, -1)),
        publish: () => Promise.resolve(),
      }),
  };
}

async function isThere(path: string): Promise<boolean> {
  return (await unlessMissing(access(path).then(() => true))) ?? false;
}

async function listFolder(path: string): Promise<Listing> {
  const entries = (await unlessMissing(readdir(path, { withFileTypes: true }))) ?? [];
  const names = (isWanted: (entry: (typeof entries)[number]) => boolean): string[] =>
    entries
      .filter(isWanted)
      .map(({ name }) => name)
      .sort();
  const internal = names(({ name }) => isInternal(name));
  const served = (isWanted: (entry: (typeof entries)[number]) => boolean): string[] =>
    names((entry) => isWanted(entry) && !isInternal(entry.name));
  const others = served((entry) => !entry.isFile() && !entry.isDirectory());
  return {
    objects: served((entry) => entry.isFile()),
    folders: served((entry) => entry.isDirectory()),
    ...(others.length === 0 ? {} : { others }),
    ...(internal.length === 0 ? {} : { internal }),
  };
}

/** What a killed writer left is a file beside the place that it was for. */
async function clearFolder(path: string, where: 'here' | 'below'): Promise<void> {
  const options = { withFileTypes: true, recursive: where === 'below' } as const;
  for (const entry of (await unlessMissing(readdir(path, options))) ?? []) {
    if (entry.isFile() && entry.name.endsWith(partEnding)) {
      await rm(join(entry.parentPath, entry.name), { force: true });
    }
  }
}

async function refuseVersioned(path: string, key: string): Promise<void> {
  if (!(await hasLaterVersions(path))) return;
  throw new Error(`${key} is changed by putIfMatch only: it cannot be replaced or removed`);
}
