/** The objects of one study, read and written by the entries of the layout. */
import type { Readable } from 'node:stream';
import { ResultError } from '../errors.ts';
import type { ChunkSink } from '../files/index.ts';
import type { Listing, ObjectStore, Workspace } from './object-store.ts';
import type { StudyDocument, StudyObject, StudyPrefix } from './stored-object.ts';

/** What the engine keeps of one study. */
export interface StudyFolder {
  has(object: StudyObject): Promise<boolean>;
  /** @throws ResultError RESULT_STORE when it isn't there or isn't of its shape */
  read<T>(document: StudyDocument<T>): Promise<T>;
  /** As `read`, but undefined when it isn't there. */
  find<T>(document: StudyDocument<T>): Promise<T | undefined>;
  /** Replaces the document. */
  write<T>(document: StudyDocument<T>, value: T): Promise<void>;
  /** Keeps the document unless there is one. @returns false when there is one already */
  create<T>(document: StudyDocument<T>, value: T): Promise<boolean>;
  /** Does nothing where there is none. */
  remove(object: StudyObject): Promise<void>;
  readStream(object: StudyObject): Promise<Readable>;
  /** A sink that replaces the object. */
  sink(object: StudyObject): ChunkSink;
  list(prefix: StudyPrefix): Promise<Listing>;
  /** Path of a local file with the object's content, to be read only. */
  localFile(object: StudyObject): Promise<string>;
  workspace(prefix: StudyPrefix): Promise<Workspace>;
}

/** The study whose objects' keys begin with `prefix`. */
export function openStudyFolder(objects: ObjectStore, prefix: string): StudyFolder {
  const keyOf = ({ name }: StudyObject): string => `${prefix}${name}`;
  const find = async <T>(document: StudyDocument<T>): Promise<T | undefined> => {
    const found = await objects.get(keyOf(document));
    return found === undefined ? undefined : document.decode(found.bytes.toString('utf8'));
  };
  return {
    find,
    has: (object) => objects.has(keyOf(object)),
    async read(document) {
      const value = await find(document);
      if (value !== undefined) return value;
      throw new ResultError('RESULT_STORE', `${document.name} is missing from the store`, {
        hint: 'restore the file from a backup, or start the study again',
      });
    },
    write: (document, value) => objects.write(keyOf(document), [document.encode(value)]),
    create: (document, value) =>
      objects.putIfAbsent(keyOf(document), Buffer.from(document.encode(value))),
    remove: (object) => objects.remove(keyOf(object)),
    readStream: (object) => objects.read(keyOf(object)),
    sink: (object) => (chunks) => objects.write(keyOf(object), chunks),
    list: (below) => objects.list(`${prefix}${below.prefix}`),
    localFile: (object) => objects.localFile(keyOf(object)),
    workspace: (below) => objects.workspace(`${prefix}${below.prefix}`),
  };
}
