/** Objects of a destination, each compared with the manifest that lies beside it before anything is made of it. */
import { ResultError } from '../errors.ts';
import type { ObjectStore } from '../objects/index.ts';
import { bagFiles } from './bag-files.ts';
import { crateFiles } from './crate-files.ts';
import { destinationLayout } from './destination-layout.ts';
import { digestOf, digestOfText } from './hash-chunks.ts';
import { parseManifest } from './manifest.ts';

/** Instead of a hash, for a file that no manifest names. */
const unnamed = 'none, as no manifest names it';

/**
 * The same objects; of a file of a crate or of a bag's payload nothing is given that isn't as its manifest says. A file that is asked for as a
 * stream or as a path is read twice.
 * @throws ResultError RESULT_ARCHIVE, from every reading, naming the file and both hashes
 */
export function provenObjects(objects: ObjectStore): ObjectStore {
  const manifests = new Map<string, Promise<ReadonlyMap<string, string>>>();
  const proofs = new Map<string, Promise<void>>();
  const manifestOf = (prefix: string): Promise<ReadonlyMap<string, string>> => {
    const known = manifests.get(prefix) ?? readManifest(objects, prefix);
    manifests.set(prefix, known);
    return known;
  };
  /** Hash by the manifest; undefined for what no manifest covers. */
  const wanted = async (key: string): Promise<string | undefined> => {
    const [prefix] = /^(?:studies|jobs)\/[^/]+\/v\d+\//u.exec(key) ?? [];
    if (prefix === undefined || key === `${prefix}${crateFiles.manifest}`) return undefined;
    return (await manifestOf(prefix)).get(key.slice(prefix.length)) ?? unnamed;
  };
  const prove = async (key: string): Promise<void> => {
    const sha256 = await wanted(key);
    if (sha256 !== undefined)
      requireSame(key, (await digestOf(await objects.read(key))).sha256, sha256);
  };
  const proveOnce = (key: string): Promise<void> => {
    const known = proofs.get(key) ?? prove(key);
    proofs.set(key, known);
    return known;
  };
  return {
    ...objects,
    async get(key) {
      const found = await objects.get(key);
      if (found !== undefined) {
        const sha256 = await wanted(key);
        const { sha256: own } = await digestOf([found.bytes]);
        if (sha256 !== undefined) requireSame(key, own, sha256);
      } else requireUnnamed(key, await wanted(key));
      return found;
    },
    async has(key) {
      const isThere = await objects.has(key);
      if (!isThere) requireUnnamed(key, await wanted(key));
      return isThere;
    },
    // A copy that is taken for the same by its time alone would not be proven.
    stamp: () => Promise.resolve(undefined),
    async read(key) {
      await proveOnce(key);
      return objects.read(key);
    },
    async localFile(key) {
      await proveOnce(key);
      return objects.localFile(key);
    },
  };
}

/** Hashes by path; of a bag those of its payload, once its own seal has vouched for them. */
async function readManifest(
  objects: ObjectStore,
  prefix: string,
): Promise<ReadonlyMap<string, string>> {
  const key = `${prefix}${crateFiles.manifest}`;
  const text = await textOf(objects, key);
  if (prefix.startsWith(destinationLayout.jobs)) {
    const seal = await textOf(objects, `${prefix}${bagFiles.tagManifest}`);
    const sha256 = parseManifest(seal, 'sha256').get(bagFiles.sha256) ?? unnamed;
    requireSame(key, digestOfText(text).sha256, sha256);
  }
  return parseManifest(text, 'sha256');
}

async function textOf(objects: ObjectStore, key: string): Promise<string> {
  const found = await objects.get(key);
  if (found !== undefined) return found.bytes.toString('utf8');
  throw damaged(`${key} is missing`);
}

function requireUnnamed(key: string, sha256: string | undefined): void {
  if (sha256 === undefined || sha256 === unnamed) return;
  throw damaged(`${key} is missing, which has the sha256 ${sha256}`);
}

function requireSame(key: string, found: string, wanted: string): void {
  if (found !== wanted) throw damaged(`${key} has the sha256 ${found} instead of ${wanted}`);
}

function damaged(what: string): ResultError {
  return new ResultError('RESULT_ARCHIVE', `The archive is damaged: ${what}`, {
    hint: 'doeflow archive verify says what else is damaged; nothing is made of a file that isn’t as it was archived',
  });
}
