/** The object store as a folder: one file per object, its key the file's path. Safe under several processes and kill -9. */
import { createReadStream } from 'node:fs';
import { access, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Listing, ObjectStore } from '../object-store.ts';
import { createFileAtomic, partEnding, writeChunks, writeFileAtomic } from '../../files/index.ts';
import { checkKey, isInternal } from '../check-key.ts';
import { refuseLinks } from './refuse-links.ts';
import { unlessMissing } from './unless-missing.ts';
import { addVersion, hasLaterVersions, readNewestVersion } from './versions.ts';

const isPrivate = true;
const mode = 0o600;

interface FolderStoreOptions {
  /** False where a symbolic link below the root is refused. */
  readonly followsLinks?: boolean;
}

/**
 * Opens the folder `root`, which is made with its first object.
 * @throws LinkedObjectError, from every use, where links aren't followed and a part of the key below the root is one
 */
export function openFolderStore(
  root: string,
  { followsLinks = true }: FolderStoreOptions = {},
): ObjectStore {
  const placeOf = async (key: string): Promise<string> => {
    if (!followsLinks) await refuseLinks(root, key);
    return join(root, key);
  };
  const pathOf = (key: string): Promise<string> => placeOf(checkKey(key));
  /** Of an object that is made, replaced or removed: a link in its own place isn't followed by that. */
  const targetOf = async (key: string): Promise<string> => {
    if (!followsLinks) await refuseLinks(root, folderOf(checkKey(key)));
    return join(root, checkKey(key));
  };
  const folderPathOf = (prefix: string): Promise<string> =>
    prefix === '' ? Promise.resolve(root) : pathOf(prefix.slice(0, -1));
  const readablePath = async (key: string): Promise<string> => {
    const path = await pathOf(key);
    await access(path);
    return path;
  };
  return {
    get: async (key) => readNewestVersion(await pathOf(key)),
    has: async (key) => isThere(await pathOf(key)),
    list: async (prefix) => listFolder(await folderPathOf(prefix)),
    putIfAbsent: async (key, bytes) =>
      createFileAtomic(await targetOf(key), (aside) => writeFile(aside, bytes, { mode }), {
        isPrivate,
      }),
    putIfMatch: async (key, bytes, tag) => addVersion(await pathOf(key), bytes, tag),
    read: async (key) => createReadStream(await readablePath(key)),
    async write(key, chunks) {
      const path = await targetOf(key);
      await refuseVersioned(path, key);
      await writeFileAtomic(path, (aside) => writeChunks(aside, chunks, mode), { isPrivate });
    },
    async remove(key) {
      const path = await targetOf(key);
      await refuseVersioned(path, key);
      await rm(path, { force: true });
    },
    clearUnfinished: async (prefix, where) => clearFolder(await folderPathOf(prefix), where),
    localFile: readablePath,
    workspace: async (prefix) => ({
      directory: await folderPathOf(prefix),
      publish: () => Promise.resolve(),
    }),
  };
}

/** Key of the folder that holds an object; empty for the root. */
function folderOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
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
