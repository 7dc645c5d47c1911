/** Crates as they lie in a destination: which is the newest, whether one is whole. */
import { ResultError, UsageError } from '../errors.ts';
import type { ObjectStore } from '../objects/index.ts';
import type { ArchiveFault } from './archive-fault.ts';
import { checkFiles, strangersInto, type FilesChecked, type ReadHooks } from './check-files.ts';
import { crateFiles } from './crate-files.ts';
import { destinationLayout, versionsOf } from './destination-layout.ts';
import { digestOfText } from './hash-chunks.ts';
import { parseManifest } from './manifest.ts';
import { walkObjects } from './walk-objects.ts';

/**
 * Prefix of the newest version of a study that was finished.
 * @throws UsageError with exit code 6 when there is none
 */
export async function newestCrate(objects: ObjectStore, studyId: string): Promise<string> {
  const versions = versionsOf((await objects.list(destinationLayout.study(studyId))).folders);
  for (const version of [...versions].reverse()) {
    const prefix = destinationLayout.crate(studyId, version);
    if (await objects.has(`${prefix}${crateFiles.manifest}`)) return prefix;
  }
  throw new UsageError('USAGE_STUDY_NOT_FOUND', `There is no study "${studyId}" in the archive`, {
    exitCode: 6,
    hint: 'Its studies are the folders below studies/ in the destination',
  });
}

/** Reads every file of the crate below `prefix`. */
export async function readCrate(
  objects: ObjectStore,
  prefix: string,
  hooks: ReadHooks = {},
): Promise<FilesChecked> {
  const key = `${prefix}${crateFiles.manifest}`;
  const others: ArchiveFault[] = [];
  const present = new Set<string>();
  const tell = strangersInto(others, prefix, hooks);
  for await (const path of walkObjects(objects, prefix, tell)) present.add(path);
  const found = present.delete(crateFiles.manifest) ? await objects.get(key) : undefined;
  if (found === undefined) {
    const expected = 'the file that is written last: this crate was never finished, or it was lost';
    return { files: 0, bytes: 0, faults: [...others, { kind: 'missing', path: key, expected }] };
  }
  const hashes = readManifest(found.bytes.toString('utf8'));
  if (hashes instanceof ResultError) {
    return {
      files: 0,
      bytes: 0,
      faults: [...others, { kind: 'unreadable', path: key, found: hashes.message }],
    };
  }
  const expected = new Map([...hashes].map(([path, sha256]) => [path, { sha256 }]));
  const checked = await checkFiles(objects, prefix, expected, present, hooks);
  return { ...checked, faults: [...others, ...checked.faults] };
}

/** SHA-256 of the crate's manifest, which holds the hashes of all else; undefined where there is none. */
export async function crateManifestHash(
  objects: ObjectStore,
  prefix: string,
): Promise<string | undefined> {
  const found = await objects.get(`${prefix}${crateFiles.manifest}`);
  return found === undefined ? undefined : digestOfText(found.bytes.toString('utf8')).sha256;
}

function readManifest(text: string): ReadonlyMap<string, string> | ResultError {
  try {
    return parseManifest(text, 'sha256');
  } catch (error) {
    if (error instanceof ResultError) return error;
    throw error;
  }
}
