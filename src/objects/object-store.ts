/**
 * The one small interface behind which everything is kept: a folder serves it, or an S3 bucket. There is no append
 * and no rename. Keys are paths with `/` between plain names; an object is whole or absent at every moment.
 */
import type { Readable } from 'node:stream';
import type { Chunks } from '../files/index.ts';

/** An object as it was read. */
export interface TaggedBytes {
  readonly bytes: Buffer;
  /** Differs after every change of the object; only for {@link ObjectStore.putIfMatch}. */
  readonly tag: string;
}

/** What changes with an object's content, and is told without reading it. */
export interface ObjectStamp {
  readonly bytes: number;
  /** When it was written last; milliseconds since 1970, with fractions. */
  readonly modifiedMs: number;
}

/** What lies directly below a prefix; names without the prefix, sorted. */
export interface Listing {
  readonly objects: readonly string[];
  readonly folders: readonly string[];
  /** Of a folder on disk: links, pipes and the like, which are never followed or opened. */
  readonly others?: readonly string[];
  /** Files and folders whose names are kept for the store itself, such as what a writer that was killed left; never served as objects. */
  readonly internal?: readonly string[];
}

/** A local folder that holds the objects below a prefix, for programs that need paths. */
export interface Workspace {
  /** Made by whoever first writes into it. */
  readonly directory: string;
  /** Makes what was written into the folder visible in the store; does nothing where the folder is the store itself. */
  publish(): Promise<void>;
  /** To be called when nothing in the folder is used any more: removes what was copied into it; does nothing where the folder is the store itself. */
  release(): Promise<void>;
}

/**
 * Objects by key. One object is changed in one way during its life: replaced whole by `write`, or advanced by `putIfMatch`;
 * `write` and `remove` refuse an object that `putIfMatch` has changed.
 */
export interface ObjectStore {
  get(key: string): Promise<TaggedBytes | undefined>;
  has(key: string): Promise<boolean>;
  /** Undefined where there is none, or where it can't be told as cheaply as from a folder. */
  stamp(key: string): Promise<ObjectStamp | undefined>;
  /** @param prefix empty, or ending in `/` */
  list(prefix: string): Promise<Listing>;
  /** Creates the object. @returns false, with nothing changed, when there is one already */
  putIfAbsent(key: string, bytes: Uint8Array): Promise<boolean>;
  /** Changes the object that still has this tag. @returns false, with nothing changed, when somebody else was first */
  putIfMatch(key: string, bytes: Uint8Array, tag: string): Promise<boolean>;
  /** The object as a stream. @throws when it isn't there */
  read(key: string): Promise<Readable>;
  /** Replaces the object by what the chunks hold; the last writer wins. */
  write(key: string, chunks: Chunks): Promise<void>;
  /**
   * As `write`, for one of many objects that count only together: whole once it is there, but a loss of power may undo it until `settle` was
   * called with its key. Only below prefixes where nothing is changed by `putIfMatch`, which isn't looked at.
   */
  draft(key: string, chunks: Chunks): Promise<void>;
  /** When this resolves, no loss of power undoes the objects, which are all there. */
  settle(keys: Iterable<string>): Promise<void>;
  /** Does nothing where there is none. */
  remove(key: string): Promise<void>;
  /**
   * Removes all objects below a prefix, which ends in `/`, however they were changed; nobody may write there meanwhile. One that is cut off may
   * have removed some of them: repeating it does the rest.
   */
  removeBelow(prefix: string): Promise<void>;
  /**
   * Removes what writers that were killed left directly at a prefix (empty, or ending in `/`), or anywhere below it; nobody may write there
   * meanwhile. In a bucket nothing is left but parts of uploads, which its own rule removes.
   */
  clearUnfinished(prefix: string, where: 'here' | 'below'): Promise<void>;
  /** Path of a local file with the object's content, to be read only. @throws when it isn't there */
  localFile(key: string): Promise<string>;
  /** @param prefix ending in `/` */
  workspace(prefix: string): Promise<Workspace>;
}
