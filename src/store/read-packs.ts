/** What is in the packs of a study: small files of runs, kept together as each by itself takes three blocks of the disk. */
import { closeSync, openSync, readSync } from 'node:fs';
import { layout, linesEnding } from './layout.ts';
import type { PackedFile } from './schemas/packed-file.ts';
import type { DocumentFolder } from '../objects/index.ts';

/** The packs of one study, as they were when they were asked for; what is packed meanwhile is seen within a second, or where something is missed. */
export interface PackReader {
  /** Files of a run's attempts, by its number; of a file that is in several packs only one, as they are the same. */
  ofRun(run: number): Promise<readonly PackedFile[]>;
  /** As `ofRun`, by the packs as they are now. */
  ofRunNow(run: number): Promise<readonly PackedFile[]>;
  /** Numbers of the runs that have packed files. */
  runs(): Promise<ReadonlySet<number>>;
  /** The content of a packed file. */
  read(file: PackedFile): Promise<Buffer>;
}

interface Pack {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

/** Indices that are kept at hand. */
const indicesAtHand = 4;
const freshMs = 1_000;

/** The name of a pack: the range of its runs, and what is in it. */
export function packName(runs: readonly number[], sha256: string): string {
  const [first = 0, last = 0] = [Math.min(...runs), Math.max(...runs)];
  return `${first}-${last}-${sha256.slice(0, 16)}`;
}

/** Reads the packs in a study's folder. */
export function createPackReader(
  folder: Pick<DocumentFolder, 'list' | 'find' | 'has' | 'localFile'>,
): PackReader {
  let listed: { readonly packs: readonly Pack[]; readonly atMs: number } | undefined;
  const indices = new Map<string, Promise<ReadonlyMap<number, readonly PackedFile[]>>>();
  const packOf = new WeakMap<PackedFile, string>();

  async function list(): Promise<readonly Pack[]> {
    const { objects } = await folder.list(layout.allPacks);
    const packs = objects.flatMap(parsePack);
    listed = { packs, atMs: performance.now() };
    return packs;
  }

  function known(): readonly Pack[] | Promise<readonly Pack[]> {
    const isFresh = listed !== undefined && performance.now() - listed.atMs < freshMs;
    return isFresh && listed !== undefined ? listed.packs : list();
  }

  function indexOf(name: string): Promise<ReadonlyMap<number, readonly PackedFile[]>> {
    const found = indices.get(name) ?? readIndex(name);
    indices.delete(name);
    indices.set(name, found);
    if (indices.size > indicesAtHand) indices.delete(indices.keys().next().value ?? '');
    return found;
  }

  async function readIndex(name: string): Promise<ReadonlyMap<number, readonly PackedFile[]>> {
    const byRun = new Map<number, PackedFile[]>();
    if (!(await folder.has(layout.pack(name)))) return byRun;
    for (const file of (await folder.find(layout.packIndex(name))) ?? []) {
      packOf.set(file, name);
      const files = byRun.get(file.run);
      if (files === undefined) byRun.set(file.run, [file]);
      else files.push(file);
    }
    return byRun;
  }

  async function filesIn(packs: readonly Pack[], run: number): Promise<readonly PackedFile[]> {
    const files = new Map<string, PackedFile>();
    for (const { name, first, last } of packs) {
      if (run < first || run > last) continue;
      for (const file of (await indexOf(name)).get(run) ?? []) {
        files.set(`${file.attempt}/${file.path}`, file);
      }
    }
    return [...files.values()];
  }

  return {
    ofRun: async (run) => filesIn(await known(), run),
    ofRunNow: async (run) => filesIn(await list(), run),
    async runs() {
      const runs = new Set<number>();
      for (const { name } of await list())
        for (const run of (await indexOf(name)).keys()) runs.add(run);
      return runs;
    },
    async read(file) {
      const path = await folder.localFile(layout.pack(packOf.get(file) ?? ''));
      const pack = openSync(path, 'r');
      try {
        const content = Buffer.alloc(file.bytes);
        // Of a pack that was cut less is given: whoever compares hashes tells.
        return content.subarray(0, readSync(pack, content, 0, file.bytes, file.at));
      } finally {
        closeSync(pack);
      }
    },
  };
}

function parsePack(object: string): Pack[] {
  if (!object.endsWith(linesEnding)) return [];
  const name = object.slice(0, -linesEnding.length);
  const [, first, last] = /^(\d+)-(\d+)-[0-9a-f]{16}$/u.exec(name) ?? [];
  return last === undefined ? [] : [{ name, first: Number(first), last: Number(last) }];
}
