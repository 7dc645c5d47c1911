/**
 * Files of runs out of packs, in memory: whoever reads them writes nothing. What is read is compared with the outcome that names the pack each time,
 * so that a damaged pack never gives a value, and one that was put right gives it again.
 */
import { createHash } from 'node:crypto';
import type { RunOutcome } from '../run/run-outcome.ts';
import type { DocumentFolder } from '../objects/index.ts';
import { layout } from './layout.ts';
import { makePack, parsePack, type AttemptFiles, type FileContents } from './pack.ts';
import type { PackedFile } from './pack.ts';

/** What a pack is now. */
export interface OpenPack {
  readonly files: readonly PackedFile[];
  /** What is wrong with it as a whole; undefined where it is as it was written. */
  readonly fault?: { readonly kind: 'missing' | 'changed'; readonly words: string };
  /** When it was written; undefined where the store can't tell. */
  readonly modifiedMs?: number;
}

/** Reads packs of one study, for the length of one task: what it holds at hand isn't looked at again. */
export interface PackReader {
  /** @param name as an outcome has it */
  open(name: string): Promise<OpenPack>;
  /**
   * Those of an attempt's packed files that are as they were collected; none of one without a pack.
   * @param isNeeded tells by path and size which of them are read
   */
  read(
    attempt: PackedAttempt,
    isNeeded?: (path: string, bytes: number) => boolean,
  ): Promise<FileContents>;
}

/** An attempt with what tells its packed files. */
export type PackedAttempt = Pick<RunOutcome, 'run' | 'attempt' | 'files' | 'pack'>;

/** Packs that are kept at hand. */
const packsAtHand = 8;
/** No pack that was written is longer. */
const longestPack = 64 * 1024 * 1024;

/** Keeps the files of attempts of one job as a pack. @returns its name: it is there as a whole by then */
export async function keepPack(
  folder: Pick<DocumentFolder, 'sink'>,
  jobNumber: number,
  attempts: readonly AttemptFiles[],
): Promise<string> {
  const { name, bytes } = makePack(jobNumber, attempts);
  // Written also where there is one: what lies there may be damaged.
  await folder.sink(layout.pack(name))([bytes]);
  return name;
}

/** A reader of the packs in a study's folder, of the store or of an archive. */
export function createPackReader(folder: Pick<DocumentFolder, 'readStream' | 'stamp'>): PackReader {
  const atHand = new Map<string, Promise<OpenPack & { of: Map<string, PackedFile[]> }>>();
  const open = (name: string): Promise<OpenPack & { of: Map<string, PackedFile[]> }> => {
    const found = atHand.get(name) ?? openPack(folder, name).then(withAttempts);
    atHand.delete(name);
    atHand.set(name, found);
    if (atHand.size > packsAtHand) atHand.delete(atHand.keys().next().value ?? '');
    found.catch(() => atHand.delete(name));
    return found;
  };
  return {
    open,
    async read({ run, attempt, files = {}, pack }, isNeeded = () => true) {
      if (pack === undefined) return new Map();
      const { of } = await open(pack);
      const intact = new Map<string, Buffer>();
      for (const { path, content } of of.get(`${run}/${attempt}`) ?? []) {
        if (!Object.hasOwn(files, path) || !isNeeded(path, content.length)) continue;
        if (md5Of(content) === files[path]?.toLowerCase()) intact.set(path, content);
      }
      return intact;
    },
  };
}

/** How a packed file is named to people. */
export function nameOfPacked(path: string, { pack }: Pick<RunOutcome, 'pack'>): string {
  return pack === undefined ? path : `${path} (in ${layout.pack(pack).name})`;
}

async function openPack(
  folder: Pick<DocumentFolder, 'readStream' | 'stamp'>,
  name: string,
): Promise<OpenPack> {
  try {
    // Before it is read: what is written meanwhile has a later one.
    const stamp = await folder.stamp(layout.pack(name));
    const bytes = await readAtMost(await folder.readStream(layout.pack(name)), longestPack);
    if (bytes === undefined)
      return { files: [], fault: { kind: 'changed', words: `it is longer than any pack` } };
    const { files, isWhole } = parsePack(name, bytes);
    return {
      files,
      ...(stamp === undefined ? {} : { modifiedMs: stamp.modifiedMs }),
      ...(isWhole
        ? {}
        : { fault: { kind: 'changed', words: 'its SHA-256 is not the one in its name' } }),
    };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (missingCodes.has(code))
      return { files: [], fault: { kind: 'missing', words: 'it is no longer there' } };
    if (kindCodes.has(code)) {
      const words = 'what is there is no file: a link, a folder, a pipe or a device';
      return { files: [], fault: { kind: 'changed', words } };
    }
    throw error;
  }
}

const missingCodes: ReadonlySet<string> = new Set(['ENOENT', 'STORAGE_MISSING']);
const kindCodes: ReadonlySet<string> = new Set(['STORAGE_KIND', 'ENOTDIR', 'EISDIR', 'ELOOP']);

async function readAtMost(
  chunks: AsyncIterable<Uint8Array>,
  longest: number,
): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > longest) return undefined;
    pieces.push(chunk);
  }
  return Buffer.concat(pieces);
}

function withAttempts(pack: OpenPack): OpenPack & { of: Map<string, PackedFile[]> } {
  const of = new Map<string, PackedFile[]>();
  for (const file of pack.files) {
    const key = `${file.run}/${file.attempt}`;
    const files = of.get(key);
    if (files === undefined) of.set(key, [file]);
    else files.push(file);
  }
  return { ...pack, of };
}

function md5Of(content: Buffer): string {
  return createHash('md5').update(content).digest('hex');
}
