/** Whether the files below a prefix are those that a manifest names, byte for byte. */
import type { Chunks } from '../files/index.ts';
import { leftOver, notAFile, type ArchiveFault } from './archive-fault.ts';
import { forEachOf } from './for-each-of.ts';
import { digestOf, type Digest } from './hash-chunks.ts';
import type { Stranger } from './walk-objects.ts';

/** Hashes that a file must have. */
export interface ExpectedHashes {
  readonly sha256?: string;
  readonly md5?: string;
}

/** How things are read. */
export interface ReadHooks {
  /** Told of each piece that was read. */
  readonly onBytes?: (bytes: number) => void;
  /** Whether a file that can't be read is a fault like others; else it is thrown, as it may be readable later. */
  readonly tellsUnreadable?: boolean;
  /** Whether what a writer left beside the files is a fault: it changes none of them. */
  readonly tellsLeftOver?: boolean;
}

/** Where files are read by their keys. */
export interface FileReader {
  read(key: string): Promise<Chunks>;
}

/** What was read and what was wrong. */
export interface FilesChecked {
  readonly files: number;
  readonly bytes: number;
  readonly faults: readonly ArchiveFault[];
}

/** Files that are read at a time. */
const width = 4;

/** Reads every file of `expected` (by path below `prefix`), and every one of `present` that isn't expected. */
export async function checkFiles(
  objects: FileReader,
  prefix: string,
  expected: ReadonlyMap<string, ExpectedHashes>,
  present: ReadonlySet<string>,
  hooks: ReadHooks = {},
): Promise<FilesChecked> {
  const faults: ArchiveFault[] = [];
  const added = new Map<string, string>();
  let files = 0;
  let bytes = 0;
  await forEachOf(allOf(expected, present), width, async (path) => {
    const wanted = expected.get(path);
    if (!present.has(path)) return;
    const digest = await readDigest(objects, `${prefix}${path}`, hooks, faults);
    if (digest === undefined) return;
    if (wanted === undefined) {
      added.set(path, digest.sha256);
      return;
    }
    files += 1;
    bytes += digest.bytes;
    const difference = differenceOf(wanted, digest);
    if (difference !== undefined) {
      faults.push({ kind: 'changed', path: `${prefix}${path}`, ...difference });
    }
  });
  for (const [path, wanted] of expected) {
    if (!present.has(path)) faults.push(missing(prefix, path, wanted, added));
  }
  for (const [path, sha256] of added) {
    faults.push({
      kind: 'added',
      path: `${prefix}${path}`,
      found: `no manifest names it, sha256 ${sha256}`,
    });
  }
  return { files, bytes, faults: faults.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** Takes what {@link walkObjects} finds below `prefix` that is no object, as faults. */
export function strangersInto(
  faults: ArchiveFault[],
  prefix: string,
  { tellsLeftOver = false }: ReadHooks,
): (path: string, what: Stranger) => void {
  return (path, what) => {
    if (what === 'other') faults.push(notAFile(`${prefix}${path}`));
    else if (tellsLeftOver) faults.push(leftOver(`${prefix}${path}`));
  };
}

function* allOf(
  expected: ReadonlyMap<string, ExpectedHashes>,
  present: ReadonlySet<string>,
): Generator<string> {
  yield* expected.keys();
  for (const path of present) if (!expected.has(path)) yield path;
}

/** A missing file whose content is found under a name that nobody expects was renamed; that one isn't told twice. */
function missing(
  prefix: string,
  path: string,
  { sha256, md5 }: ExpectedHashes,
  added: Map<string, string>,
): ArchiveFault {
  const found = [...added].find(([, hash]) => hash === sha256)?.[0];
  if (found === undefined) {
    const expected = sha256 === undefined ? `md5 ${md5 ?? ''}` : `sha256 ${sha256}`;
    return { kind: 'missing', path: `${prefix}${path}`, expected };
  }
  added.delete(found);
  return { kind: 'renamed', path: `${prefix}${path}`, found: `${prefix}${found}` };
}

function differenceOf(
  wanted: ExpectedHashes,
  found: Digest,
): { readonly expected: string; readonly found: string } | undefined {
  for (const name of ['sha256', 'md5'] as const) {
    if (wanted[name] === undefined || wanted[name] === found[name]) continue;
    return { expected: `${name} ${wanted[name]}`, found: `${name} ${found[name]}` };
  }
  return undefined;
}

async function readDigest(
  objects: FileReader,
  key: string,
  hooks: ReadHooks,
  faults: ArchiveFault[],
): Promise<Digest | undefined> {
  try {
    return await digestOf(await objects.read(key), hooks.onBytes);
  } catch (error) {
    if (hooks.tellsUnreadable !== true) throw error;
    const found = error instanceof Error ? error.message : String(error);
    faults.push({ kind: 'unreadable', path: key, found });
    return undefined;
  }
}
