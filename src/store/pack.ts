/**
 * A pack: short files of several runs in one object, as each by itself takes three blocks of the disk. Equal files make equal packs, and a pack's
 * name tells what it must hold; nothing here reads or writes the store.
 */
import { createHash } from 'node:crypto';
import { packIndexSchema } from './schemas/pack.ts';

/** Contents of a run's collected files, by their paths in its folder. */
export type FileContents = ReadonlyMap<string, Buffer>;

/** One attempt of a run, and its files. */
export interface AttemptFiles {
  readonly run: number;
  readonly attempt: number;
  readonly contents: FileContents;
}

/** A pack that is made, and its name. */
export interface MadePack {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a pack holds, file by file. */
export interface PackedFile {
  readonly run: number;
  readonly attempt: number;
  readonly path: string;
  readonly content: Buffer;
}

/** What a file that should be a pack holds. */
export interface ParsedPack {
  /** Those that are there to their last byte. */
  readonly files: readonly PackedFile[];
  /** It is what was written under its name, byte for byte. */
  readonly isWhole: boolean;
}

/** The pack of these attempts of runs of one job; the same in whatever order they come. */
export function makePack(jobNumber: number, attempts: readonly AttemptFiles[]): MadePack {
  const files = attempts
    .flatMap(({ run, attempt, contents }) =>
      [...contents].map(([path, content]) => ({ run, attempt, path, content })),
    )
    .sort((a, b) => a.run - b.run || a.attempt - b.attempt || (a.path < b.path ? -1 : 1));
  const index = {
    formatVersion: 1,
    files: files.map(({ run, attempt, path, content }) => ({
      ...{ run, attempt, path, bytes: content.length },
    })),
  };
  const bytes = Buffer.concat([
    Buffer.from(`${JSON.stringify(index)}\n`),
    ...files.map(({ content }) => content),
  ]);
  return { name: `${jobNumber}-${hashOf(bytes)}`, bytes };
}

/** Reads what lies under the name of a pack, as far as it can be read: it may have been damaged, or put there by somebody. */
export function parsePack(name: string, bytes: Buffer): ParsedPack {
  const isWhole = name.endsWith(`-${hashOf(bytes)}`);
  const end = bytes.indexOf(0x0a);
  const index = packIndexSchema.safeParse(parseJson(bytes.subarray(0, Math.max(0, end))));
  if (!index.success) return { files: [], isWhole };
  const files: PackedFile[] = [];
  let at = end + 1;
  for (const { run, attempt, path, bytes: length } of index.data.files) {
    if (at + length > bytes.length) break;
    files.push({ run, attempt, path, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return { files, isWhole };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
