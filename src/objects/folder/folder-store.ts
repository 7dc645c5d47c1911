/** The object store as a folder: one file per object, its key the file's path. Safe under several processes and kill -9. */
import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { access, lstat, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Listing, ObjectStore } from '../object-store.ts';
import {
  createFileAtomic,
  entryAt,
  flushFolders,
  partEnding,
  removeTree,
  takeTurn,
  writeFileAtomic,
} from '../../files/index.ts';
import { checkKey, isInternal } from '../check-key.ts';
import { LinkedObjectError } from '../linked-object-error.ts';
import { guardLinks } from './guard-links.ts';
import { bytesOf, contentOf, openObject, type OpenedObject } from './open-object.ts';
import { unlessMissing } from './unless-missing.ts';
import { addVersion, hasLaterVersions, readNewestVersion } from './versions.ts';

const isPrivate = true;

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
  const refuseLinks = guardLinks(root);
  const pathOf = async (key: string): Promise<string> => {
    if (!followsLinks) await refuseLinks(checkKey(key));
    return join(root, checkKey(key));
  };
  /** Where only the folder was looked at: who uses the object itself must not follow it. */
  const placeOf = async (key: string): Promise<string> => {
    if (!followsLinks) await refuseLinks(folderOf(checkKey(key)));
    return join(root, checkKey(key));
  };
  const folderPathOf = (prefix: string): Promise<string> =>
    prefix === '' ? Promise.resolve(root) : pathOf(prefix.slice(0, -1));
  /** @param key checked, or of a version */
  const openToRead = async (key: string): Promise<OpenedObject> => {
    if (!followsLinks) await refuseLinks(folderOf(key));
    return openObject(root, key, { followsLinks });
  };
  const readOwn = async (file: string): Promise<Buffer> => {
    return bytesOf(await openToRead(relative(root, file)));
  };
  const isThere = async (key: string): Promise<boolean> => {
    const path = await placeOf(key);
    if (followsLinks) return (await unlessMissing(access(path).then(() => true))) ?? false;
    const found = await unlessMissing(lstat(path));
    if (found?.isSymbolicLink() === true) throw new LinkedObjectError(root, key);
    return found !== undefined;
  };
  return {
    get: (key) => readNewestVersion(join(root, checkKey(key)), readOwn),
    has: isThere,
    async stamp(key) {
      const path = await placeOf(key);
      await takeTurn();
      const found = lstatSync(path, { throwIfNoEntry: false });
      return found?.isFile() === true
        ? { bytes: found.size, modifiedMs: found.mtimeMs }
        : undefined;
    },
    list: async (prefix) => listFolder(await folderPathOf(prefix)),
    putIfAbsent: async (key, bytes) => createFileAtomic(await placeOf(key), bytes, { isPrivate }),
    putIfMatch: async (key, bytes, tag) => addVersion(await pathOf(key), readOwn, bytes, tag),
    read: async (key) => contentOf(await openToRead(checkKey(key))),
    async write(key, chunks) {
      const path = await placeOf(key);
      await refuseVersioned(path, key);
      await writeFileAtomic(path, chunks, { isPrivate });
    },
    async draft(key, chunks) {
      await writeFileAtomic(await placeOf(key), chunks, { isPrivate, isSettled: false });
    },
    async settle(keys) {
      const folders = new Set([...keys].flatMap((key) => foldersAbove(checkKey(key))));
      // The innermost first: a folder's name is kept once all is that it holds.
      for (const folder of [...folders].sort().reverse()) {
        if (!followsLinks) await refuseLinks(folder);
        await flushFolders([join(root, folder)]);
      }
    },
    async remove(key) {
      const path = await placeOf(key);
      await refuseVersioned(path, key);
      await rm(path, { force: true });
    },
    async removeBelow(prefix) {
      await removeTree(await folderPathOf(prefix));
    },
    clearUnfinished: async (prefix, where) => clearFolder(await folderPathOf(prefix), where),
    async localFile(key) {
      const path = await pathOf(key);
      await access(path);
      return path;
    },
    workspace: async (prefix) => ({
      directory: await folderPathOf(prefix),
      publish: () => Promise.resolve(),
      release: () => Promise.resolve(),
    }),
  };
}

/** Key of the folder that holds an object; empty for the root. */
function folderOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

/** Keys of all folders that lead to an object, the root's too. */
function foldersAbove(key: string): readonly string[] {
  const folder = folderOf(key);
  return folder === '' ? [''] : [folder, ...foldersAbove(folder)];
}

async function listFolder(path: string): Promise<Listing> {
  await takeTurn();
  // Many are asked for that aren't there: an error takes longer to make than a look.
  if (entryAt(path) === undefined) return { objects: [], folders: [] };
  const reading = takeTurn().then(() => readdirSync(path, { withFileTypes: true }));
  const entries = (await unlessMissing(reading)) ?? [];
  const names = (isWanted: (entry: Dirent) => boolean): string[] =>
    entries
      .filter(isWanted)
      .map(({ name }) => name)
      .sort();
  const internal = names(({ name }) => isInternal(name));
  const served = (isWanted: (entry: Dirent) => boolean): string[] =>
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
