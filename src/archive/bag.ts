/** One archived job as a BagIt 1.0 bag: written file by file, sealed once, never changed after. */
import { ResultError, StorageError } from '../errors.ts';
import type { Chunks } from '../files/index.ts';
import type { ObjectStore } from '../objects/index.ts';
import { describeFault } from './archive-fault.ts';
import {
  bagFiles,
  declarationText,
  formatBagInfo,
  payloadOxum,
  payloadPrefix,
} from './bag-files.ts';
import { digestOf, digestOfText, hashChunks, type Digest } from './hash-chunks.ts';
import { formatManifest } from './manifest.ts';
import { readBag } from './read-bag.ts';
import { walkObjects } from './walk-objects.ts';

/** A file of the payload. */
export interface BagFile extends Digest {
  /** Below `data/`, made of safe names. */
  readonly path: string;
}

/** What reading a bag back came to. */
export type BagProof =
  | { readonly ok: true; readonly sha256: string; readonly files: number; readonly bytes: number }
  | { readonly ok: false; readonly faults: readonly string[] };

export interface Bag {
  /** Key of its folder, ending in `/`. */
  readonly prefix: string;
  isWhole(): Promise<boolean>;
  /** Writes a file whole, or not at all. @throws ResultError RESULT_ARCHIVE when the bag is sealed */
  put(path: string, chunks: Chunks): Promise<BagFile>;
  /** A file that an earlier try wrote: read and hashed; undefined unless it is as expected. */
  kept(
    path: string,
    expected: { readonly bytes: number; readonly md5?: string },
  ): Promise<BagFile | undefined>;
  /**
   * Removes what isn't among `files`, then writes the manifests, the one that makes it whole last. The same again does nothing.
   * @param info further fields of bag-info.txt
   * @param beforeSealed told the hash just before the bag is whole
   * @throws ResultError RESULT_ARCHIVE when it was sealed with other files
   */
  seal(
    files: readonly BagFile[],
    info: Readonly<Record<string, string>>,
    beforeSealed?: (sha256: string) => Promise<void>,
  ): Promise<{ readonly sha256: string }>;
  /** Reads and hashes everything again. */
  readBack(onBytes?: (bytes: number) => void): Promise<BagProof>;
  /** A file of the payload. @throws when it isn't there */
  read(path: string): Promise<AsyncIterable<Uint8Array>>;
}

/** The bag below `prefix`, whether it has anything or not. */
export function openBag(objects: ObjectStore, prefix: string): Bag {
  const keyOf = (path: string): string => `${prefix}${payloadPrefix}${path}`;
  const isWhole = (): Promise<boolean> => objects.has(`${prefix}${bagFiles.tagManifest}`);
  let isOpen: Promise<void> | undefined;
  const requireOpen = async (): Promise<void> => {
    if (await isWhole()) throw sealed(prefix);
  };
  return {
    prefix,
    isWhole,
    async put(path, chunks) {
      // Once for each opening: only one writer has a destination.
      await (isOpen ??= requireOpen().catch((error: unknown) => {
        isOpen = undefined;
        throw error;
      }));
      const hashing = hashChunks(chunks);
      await objects.draft(keyOf(path), hashing.chunks);
      return { path, ...hashing.digest() };
    },
    async kept(path, { bytes, md5 }) {
      const digest = await unlessOther(async () =>
        (await objects.has(keyOf(path))) ? digestOf(await objects.read(keyOf(path))) : undefined,
      );
      if (digest === undefined) return undefined;
      const isSame = digest.bytes === bytes && (md5 === undefined || digest.md5 === md5);
      return isSame ? { path, ...digest } : undefined;
    },
    async seal(files, info, beforeSealed) {
      const texts = tagTexts(files, info);
      const seal = formatManifest(
        new Map([...texts].map(([name, text]) => [name, digestOfText(text).sha256])),
      );
      const { sha256 } = digestOfText(seal);
      const before = await objects.get(`${prefix}${bagFiles.tagManifest}`);
      if (before !== undefined) {
        if (digestOfText(before.bytes.toString('utf8')).sha256 === sha256) return { sha256 };
        throw sealed(prefix);
      }
      await objects.clearUnfinished(prefix, 'below');
      await removeOthers(objects, prefix, new Set(files.map(({ path }) => payloadPrefix + path)));
      await beforeSealed?.(sha256);
      await settleAll(objects, prefix, files, texts);
      await objects.write(`${prefix}${bagFiles.tagManifest}`, [seal]);
      return { sha256 };
    },
    async readBack(onBytes) {
      const reading = await readBag(objects, prefix, onBytes === undefined ? {} : { onBytes });
      const { sha256, files, bytes, faults } = reading;
      if (faults.length === 0) return { ok: true, sha256, files, bytes };
      return { ok: false, faults: faults.map(describeFault) };
    },
    read: (path) => objects.read(keyOf(path)),
  };
}

/** Undefined where a link, a pipe or the like has the file's place: it is none that was kept. */
async function unlessOther<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const isOther =
      error instanceof StorageError && ['STORAGE_LINK', 'STORAGE_KIND'].includes(error.code);
    if (isOther) return undefined;
    throw error;
  }
}

/** Writes the tag files, and lets nothing undo them or the payload: what the tag manifest will vouch for. */
async function settleAll(
  objects: ObjectStore,
  prefix: string,
  files: readonly BagFile[],
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [name, text] of texts) await objects.draft(`${prefix}${name}`, [text]);
  const paths = files.map(({ path }) => `${payloadPrefix}${path}`);
  await objects.settle([...paths, ...texts.keys()].map((path) => `${prefix}${path}`));
}

/** Texts of the tag files beside the tag manifest, in the order in which they are written. */
function tagTexts(
  files: readonly BagFile[],
  info: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const manifest = (hash: 'md5' | 'sha256'): string =>
    formatManifest(new Map(files.map((file) => [payloadPrefix + file.path, file[hash]])));
  return new Map<string, string>([
    [bagFiles.declaration, declarationText],
    [
      bagFiles.info,
      formatBagInfo({ ...info, 'Payload-Oxum': payloadOxum({ files: files.length, bytes }) }),
    ],
    [bagFiles.md5, manifest('md5')],
    [bagFiles.sha256, manifest('sha256')],
  ]);
}

async function removeOthers(
  objects: ObjectStore,
  prefix: string,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const others: string[] = [];
  for await (const path of walkObjects(objects, prefix)) if (!wanted.has(path)) others.push(path);
  for (const path of others) await objects.remove(`${prefix}${path}`);
}

function sealed(prefix: string): ResultError {
  return new ResultError('RESULT_ARCHIVE', `The bag ${prefix} is sealed: it cannot be changed`, {
    hint: 'what has changed since goes into the next version of the job',
  });
}
