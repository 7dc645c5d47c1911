/** Reads a bag back and hashes all of it again. */
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '../objects/index.ts';
import type { ArchiveFault } from './archive-fault.ts';
import {
  bagFiles,
  bagInfoField,
  bagOwner,
  parsePass,
  payloadOxum,
  payloadPrefix,
} from './bag-files.ts';
import { checkFiles, strangersInto, type ExpectedHashes, type ReadHooks } from './check-files.ts';
import type { PassOfArchive } from './destination-layout.ts';
import { digestOfText } from './hash-chunks.ts';
import { parseManifest, type HashName } from './manifest.ts';
import { walkObjects } from './walk-objects.ts';

/** What a bag holds, and what is wrong with it. */
export interface BagReading {
  /** SHA-256 of tagmanifest-sha256.txt; empty where there is none. */
  readonly sha256: string;
  /** Below `data/`. */
  readonly files: number;
  readonly bytes: number;
  readonly faults: readonly ArchiveFault[];
  /** The job that it says to be of; undefined where it says none. */
  readonly jobId: string | undefined;
  /** The pass that it says to be of; undefined where it says none. */
  readonly pass: PassOfArchive | undefined;
}

/** Reads every file of the bag below `prefix`. */
export async function readBag(
  objects: ObjectStore,
  prefix: string,
  hooks: ReadHooks = {},
): Promise<BagReading> {
  const faults: ArchiveFault[] = [];
  const present = new Set<string>();
  const tell = strangersInto(faults, prefix, hooks);
  for await (const path of walkObjects(objects, prefix, tell)) present.add(path);
  /** Tag files: what is made of them and what is hashed are the same bytes. */
  const read = new Map<string, Buffer>();
  const get = async (name: string): Promise<Buffer | undefined> => {
    if (!present.has(name)) return undefined;
    const bytes = await buffer(await objects.read(`${prefix}${name}`));
    read.set(`${prefix}${name}`, bytes);
    return bytes;
  };
  const manifest = async (name: string, hash: HashName): Promise<ReadonlyMap<string, string>> => {
    const found = await get(name);
    if (found === undefined) return new Map();
    try {
      return parseManifest(found.toString('utf8'), hash);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      faults.push({ kind: 'unreadable', path: `${prefix}${name}`, found: error.message });
      return new Map();
    }
  };
  const seal = await get(bagFiles.tagManifest);
  if (seal === undefined) {
    const expected = 'the file that is written last: this bag was never finished, or it was lost';
    faults.push({ kind: 'missing', path: `${prefix}${bagFiles.tagManifest}`, expected });
  }
  const tags = await manifest(bagFiles.tagManifest, 'sha256');
  const sha256 = await manifest(bagFiles.sha256, 'sha256');
  const md5 = await manifest(bagFiles.md5, 'md5');
  const expected = new Map<string, ExpectedHashes>();
  for (const name of bagFiles.tagged) expected.set(name, {});
  for (const [path, hash] of tags) expected.set(path, { sha256: hash });
  for (const path of new Set([...sha256.keys(), ...md5.keys()])) {
    const hashes = { sha256: sha256.get(path), md5: md5.get(path) };
    for (const [name, hash] of Object.entries(hashes)) {
      if (hash !== undefined) continue;
      faults.push({
        kind: 'contradiction',
        path: `${prefix}manifest-${name}.txt`,
        expected: `a line for ${path}, which the other manifest has`,
        found: 'none',
      });
    }
    expected.set(path, {
      ...(hashes.sha256 === undefined ? {} : { sha256: hashes.sha256 }),
      ...(hashes.md5 === undefined ? {} : { md5: hashes.md5 }),
    });
  }
  for (const name of bagFiles.tagged) {
    if (seal === undefined || tags.has(name)) continue;
    const found = 'none';
    const path = `${prefix}${bagFiles.tagManifest}`;
    faults.push({ kind: 'contradiction', path, expected: `a line for ${name}`, found });
  }
  present.delete(bagFiles.tagManifest);
  const tagFiles = new Map([...expected].filter(([path]) => !path.startsWith(payloadPrefix)));
  const payload = new Map([...expected].filter(([path]) => path.startsWith(payloadPrefix)));
  const inPayload = (path: string): boolean => path.startsWith(payloadPrefix);
  const infoText = (await get(bagFiles.info))?.toString('utf8') ?? '';
  const tagsChecked = await checkFiles(
    { read: async (key) => chunksOf(read.get(key)) ?? objects.read(key) },
    prefix,
    tagFiles,
    new Set([...present].filter((path) => !inPayload(path))),
    hooks,
  );
  const checked = await checkFiles(
    objects,
    prefix,
    payload,
    new Set([...present].filter(inPayload)),
    hooks,
  );
  faults.push(...tagsChecked.faults, ...checked.faults);
  if (faults.length === 0) faults.push(...checkOxum(infoText, prefix, checked));
  return {
    sha256: seal === undefined ? '' : digestOfText(seal.toString('utf8')).sha256,
    files: checked.files,
    bytes: checked.bytes,
    faults,
    jobId: bagInfoField(infoText, bagOwner.job),
    pass: parsePass(bagInfoField(infoText, bagOwner.pass) ?? ''),
  };
}

function chunksOf(bytes: Buffer | undefined): readonly Buffer[] | undefined {
  return bytes === undefined ? undefined : [bytes];
}

/** The bag's own count, which its hashes already vouch for: it tells of a bag that was made wrong. */
function checkOxum(
  info: string,
  prefix: string,
  counted: { readonly files: number; readonly bytes: number },
): readonly ArchiveFault[] {
  const expected = bagInfoField(info, 'Payload-Oxum') ?? 'none';
  const found = payloadOxum(counted);
  if (expected === found) return [];
  return [{ kind: 'contradiction', path: `${prefix}${bagFiles.info}`, expected, found }];
}
