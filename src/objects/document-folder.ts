/** The objects below one prefix, read and written as documents of known shapes. */
import type { Readable } from 'node:stream';
import { ResultError } from '../errors.ts';
import type { ChunkSink } from '../files/index.ts';
import type { Listing, ObjectStamp, ObjectStore, Workspace } from './object-store.ts';
import type { StoredDocument, StoredObject, StoredPrefix } from './stored-document.ts';

/** What is kept below one prefix: of a study, or of a standing order. */
export interface DocumentFolder {
  has(object: StoredObject): Promise<boolean>;
  /** As {@link ObjectStore.stamp}. */
  stamp(object: StoredObject): Promise<ObjectStamp | undefined>;
  /** @throws ResultError RESULT_STORE when it isn't there or isn't of its shape */
  read<T>(document: StoredDocument<T>): Promise<T>;
  /** As `read`, but undefined when it isn't there. */
  find<T>(document: StoredDocument<T>): Promise<T | undefined>;
  /** Replaces the document. */
  write<T>(document: StoredDocument<T>, value: T): Promise<void>;
  /** Keeps the document unless there is one. @returns false when there is one already */
  create<T>(document: StoredDocument<T>, value: T): Promise<boolean>;
  /** Does nothing where there is none. */
  remove(object: StoredObject): Promise<void>;
  /** As {@link ObjectStore.removeBelow}; an empty prefix is all of the folder. */
  removeBelow(below: StoredPrefix): Promise<void>;
  /** As {@link ObjectStore.clearUnfinished}, of all that the folder has. */
  clearUnfinished(): Promise<void>;
  readStream(object: StoredObject): Promise<Readable>;
  /** A sink that replaces the object. */
  sink(object: StoredObject): ChunkSink;
  list(prefix: StoredPrefix): Promise<Listing>;
  /** Path of a local file with the object's content, to be read only. */
  localFile(object: StoredObject): Promise<string>;
  workspace(prefix: StoredPrefix): Promise<Workspace>;
}

/** The folder of the objects whose keys begin with `prefix`, which ends in `/`. */
export function openDocumentFolder(objects: ObjectStore, prefix: string): DocumentFolder {
  const keyOf = ({ name }: StoredObject): string => `${prefix}${name}`;
  const find = async <T>(document: StoredDocument<T>): Promise<T | undefined> => {
    const found = await objects.get(keyOf(document));
    return found === undefined
      ? undefined
      : document.decode(found.bytes.toString('utf8'), keyOf(document));
  };
  return {
    find,
    has: (object) => objects.has(keyOf(object)),
    stamp: (object) => objects.stamp(keyOf(object)),
    async read(document) {
      const value = await find(document);
      if (value !== undefined) return value;
      throw new ResultError('RESULT_STORE', `${keyOf(document)} is missing from the store`, {
        hint: 'restore the file from a backup, or start again what it belongs to',
      });
    },
    write: (document, value) => objects.write(keyOf(document), [document.encode(value)]),
    create: (document, value) =>
      objects.putIfAbsent(keyOf(document), Buffer.from(document.encode(value))),
    remove: (object) => objects.remove(keyOf(object)),
    removeBelow: (below) => objects.removeBelow(`${prefix}${below.prefix}`),
    clearUnfinished: () => objects.clearUnfinished(prefix, 'below'),
    readStream: (object) => objects.read(keyOf(object)),
    sink: (object) => (chunks) => objects.write(keyOf(object), chunks),
    list: (below) => objects.list(`${prefix}${below.prefix}`),
    localFile: (object) => objects.localFile(keyOf(object)),
    workspace: (below) => objects.workspace(`${prefix}${below.prefix}`),
  };
}
