/** A study of an archive, read as the store is. */
import { UsageError } from '../errors.ts';
import { openDocumentFolder, type DocumentFolder, type ObjectStore } from '../objects/index.ts';
import { safePaths } from './safe-names.ts';

/** The folder below the prefix that `place` finds, once it is asked for; nothing in it can be changed. */
export function openReadOnlyFolder(
  objects: ObjectStore,
  place: () => Promise<string>,
): DocumentFolder {
  let opened: Promise<DocumentFolder> | undefined;
  const folder = (): Promise<DocumentFolder> =>
    (opened ??= place().then((prefix) => openDocumentFolder(objects, prefix)));
  const placed = <T extends { readonly name: string }>(object: T): T => ({
    ...object,
    name: safePaths([object.name]).get(object.name) ?? object.name,
  });
  const refuse = (): Promise<never> =>
    Promise.reject(
      new UsageError('USAGE_ARCHIVE', 'A study in an archive can be read only', {
        exitCode: 5,
        hint: 'doeflow archive restore makes a folder of it that can be run',
      }),
    );
  return {
    stamp: async (object) => (await folder()).stamp(placed(object)),
    has: async (object) => (await folder()).has(placed(object)),
    read: async (document) => (await folder()).read(placed(document)),
    find: async (document) => (await folder()).find(placed(document)),
    readStream: async (object) => (await folder()).readStream(placed(object)),
    list: async (prefix) => (await folder()).list(prefix),
    localFile: async (object) => (await folder()).localFile(placed(object)),
    workspace: refuse,
    write: refuse,
    create: refuse,
    remove: refuse,
    removeBelow: refuse,
    clearUnfinished: refuse,
    sink: () => refuse,
  };
}
