/** Writes the crate of a study: all that the store keeps of it, so that it can be read, checked and run again without the store. */
import { ResultError } from '../errors.ts';
import { openDocumentFolder, type ObjectStore } from '../objects/index.ts';
import type { PassCounts } from '../run/archive-contract.ts';
import { layout, readAttempts, type DocumentFolder, type Store } from '../store/index.ts';
import type { ArchiveDestination } from './destination.ts';
import { destinationLayout, newestOf } from './destination-layout.ts';
import { crateFiles } from './crate-files.ts';
import { crateMetadata, type CrateFacts } from './crate-metadata.ts';
import { crateSources } from './crate-sources.ts';
import { digestOf, digestOfText, hashChunks, type Digest } from './hash-chunks.ts';
import { formatManifest, parseManifest } from './manifest.ts';
import { readCrate } from './read-crate.ts';
import { walkObjects } from './walk-objects.ts';

/** Why and with what a crate is written. */
export interface CratePass {
  /** ISO 8601, UTC. */
  readonly passTime: string;
  /** The study's jobs that are in the archive. */
  readonly jobs: readonly { readonly jobId: string; readonly version: number }[];
  /** What others may do with it, in words or as an address. */
  readonly license?: string;
}

const nothing: PassCounts = { jobs: 0, files: 0, bytes: 0, failed: 0 };

/**
 * Writes the study's next version, or goes on with one that was never finished; where nothing has changed, nothing is written.
 * @returns what was written
 */
export async function writeStudyCrate(
  { objects }: ArchiveDestination,
  store: Store,
  studyId: string,
  pass: CratePass,
): Promise<PassCounts> {
  const folder = store.study(studyId);
  const snapshot = await folder.read(layout.snapshot);
  const jobs = [...pass.jobs]
    .sort((a, b) => (a.jobId < b.jobId ? -1 : 1))
    .map((job) => ({ ...job, bag: destinationLayout.bag(job.jobId, job.version) }));
  const sources = await crateSources(store, snapshot, jobs);
  const digests = new Map<string, Digest>();
  for (const { path, read } of sources) digests.set(path, await digestOf(await read()));
  const newest = newestOf((await objects.list(destinationLayout.study(studyId))).folders);
  const before = newest === undefined ? undefined : destinationLayout.crate(studyId, newest);
  const written =
    before === undefined ? undefined : await objects.get(`${before}${crateFiles.manifest}`);
  if (newest !== undefined && written !== undefined) {
    const manifest = written.bytes.toString('utf8');
    if (isSame(manifest, digests) && (await isRecordedOrWhole(objects, studyId, newest))) {
      // The pass that wrote it may have ended just before its record.
      await recordCrate(objects, studyId, newest, manifest, pass.passTime);
      return nothing;
    }
  }
  const version = written === undefined ? (newest ?? 1) : (newest ?? 0) + 1;
  const prefix = destinationLayout.crate(studyId, version);
  await objects.clearUnfinished(prefix, 'below');
  for await (const path of walkObjects(objects, prefix)) {
    if (!digests.has(path)) await objects.remove(`${prefix}${path}`);
  }
  for (const { path, name, read } of sources) {
    const hashing = hashChunks(await read());
    await objects.write(`${prefix}${path}`, hashing.chunks);
    if (hashing.digest().sha256 !== digests.get(path)?.sha256) throw changed(studyId, name);
  }
  const facts: CrateFacts = {
    snapshot,
    jobs,
    archivedAt: pass.passTime,
    state: (await folder.find(layout.status))?.state,
    endedAt: await lastEnd(folder),
    license: pass.license,
    files: sources.map(({ path, name }) => ({
      path,
      name,
      ...(digests.get(path) ?? digestOfText('')),
    })),
  };
  const metadata = crateMetadata(facts);
  await objects.write(`${prefix}${crateFiles.metadata}`, [metadata]);
  digests.set(crateFiles.metadata, digestOfText(metadata));
  const hashes = new Map([...digests].map(([path, { sha256 }]) => [path, sha256]));
  const manifest = formatManifest(hashes);
  await objects.write(`${prefix}${crateFiles.manifest}`, [manifest]);
  await recordCrate(objects, studyId, version, manifest, pass.passTime);
  return {
    jobs: jobs.length,
    files: digests.size,
    bytes: [...digests.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    failed: 0,
  };
}

/** One that isn't recorded may have been found damaged since: it is read before it counts. */
async function isRecordedOrWhole(
  objects: ObjectStore,
  studyId: string,
  version: number,
): Promise<boolean> {
  const record = await openDocumentFolder(objects, '').find(destinationLayout.studyRecord(studyId));
  if (record?.versions.some((one) => one.version === version) === true) return true;
  const { faults } = await readCrate(objects, destinationLayout.crate(studyId, version));
  return faults.length === 0;
}

/** Keeps beside the crates that this one was finished, once. */
async function recordCrate(
  objects: ObjectStore,
  studyId: string,
  version: number,
  manifest: string,
  archivedAt: string,
): Promise<void> {
  const folder = openDocumentFolder(objects, '');
  const shape = destinationLayout.studyRecord(studyId);
  const { versions = [], runsAgain } = (await folder.find(shape)) ?? {};
  const { sha256 } = digestOfText(manifest);
  const isRecorded = versions.some((one) => one.version === version && one.sha256 === sha256);
  if (isRecorded && runsAgain === undefined) return;
  const others = versions.filter((one) => one.version !== version);
  const recorded = isRecorded
    ? versions.filter((one) => one.version === version)
    : [{ version, sha256, archivedAt }];
  const all = [...others, ...recorded].sort((a, b) => a.version - b.version);
  await folder.write(shape, { studyId, versions: all });
}

/** Whether a manifest is of the same files; the metadata, which says when they were archived, apart. */
function isSame(manifest: string, digests: ReadonlyMap<string, Digest>): boolean {
  const written = [...readable(manifest)].filter(([path]) => path !== crateFiles.metadata);
  return (
    written.length === digests.size &&
    written.every(([path, sha256]) => digests.get(path)?.sha256 === sha256)
  );
}

/** A damaged manifest is of no files: what it was of is archived once more. */
function readable(manifest: string): ReadonlyMap<string, string> {
  try {
    return parseManifest(manifest, 'sha256');
  } catch (error) {
    if (error instanceof ResultError) return new Map();
    throw error;
  }
}

async function lastEnd(folder: DocumentFolder): Promise<string | undefined> {
  const ends = (await readAttempts(folder)).flat().flatMap(({ endedAt }) => endedAt ?? []);
  return ends.reduce<string | undefined>(
    (last, end) => (last === undefined || Date.parse(end) > Date.parse(last) ? end : last),
    undefined,
  );
}

function changed(studyId: string, name: string): ResultError {
  return new ResultError('RESULT_ARCHIVE', `${name} of ${studyId} changed while it was archived`, {
    hint: 'the study goes on: its next pass archives it',
  });
}
