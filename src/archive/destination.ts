/** A destination: where archives keep jobs and studies, a directory or a bucket. */
import { StorageError, UsageError } from '../errors.ts';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { openDocumentFolder, type ObjectStore } from '../objects/index.ts';
import type { StudyPlatform } from '../store/index.ts';
import { openBag, type Bag } from './bag.ts';
import { listRecords, type BagSeal, type CopyLedger } from './copy-ledger.ts';
import {
  destinationLayout,
  newestOf,
  reportFolder,
  type ArchiveMark,
  type ArchiveRecord,
  type PassOfArchive,
  type StudyRecord,
} from './destination-layout.ts';
import { digestOfText } from './hash-chunks.ts';
import { readmeText } from './readme-text.ts';

export interface ArchiveDestination {
  readonly objects: ObjectStore;
  /** For a writer as its own store has it, whatever stands in the destination. */
  record(jobId: string): Promise<ArchiveRecord | undefined>;
  /** The job's record as everybody sees it. @throws ResultError where it isn't of its shape */
  shownRecord(jobId: string): Promise<ArchiveRecord | undefined>;
  /** Replaces the job's record. */
  writeRecord(record: ArchiveRecord): Promise<void>;
  /** Keeps which bag is about to be sealed. */
  noteSeal(jobId: string, seal: BagSeal): Promise<void>;
  /** The bag that this engine sealed last; undefined where it sealed none. */
  sealOf(jobId: string): Promise<BagSeal | undefined>;
  /** Keeps the hashes of what a pass wrote in its own folder, by file name. */
  recordPass(pass: PassOfArchive, files: Readonly<Record<string, string>>): Promise<void>;
  listRecords(): AsyncIterable<ArchiveRecord>;
  studyRecord(studyId: string): Promise<StudyRecord | undefined>;
  /** Keeps that the pass wrote no crate of a study, as it was resumed. */
  recordRunsAgain(studyId: string, passTime: string): Promise<void>;
  /** Forgets a crate that isn't whole any more: a later pass writes it anew. */
  forgetCrate(studyId: string, version: number): Promise<void>;
  /** Time of the pass that wrote the study's newest crate; undefined where there is none. */
  crateWrittenAt(studyId: string): Promise<string | undefined>;
  /** A version of a job, counted from 1, whether it has anything or not. */
  bag(jobId: string, version: number): Bag;
  /** Newest version that has anything, whole or not. */
  newestVersion(jobId: string): Promise<number | undefined>;
}

/** Who writes into a destination. */
export interface DestinationWriter {
  readonly engineId: string;
  readonly platform: StudyPlatform;
  /** What the engine keeps itself of the copies it made there; absent for who only looks, or makes none. */
  readonly copies?: CopyLedger;
}

/**
 * Opens a destination; for a writer, says in it whose it is.
 * @throws UsageError USAGE_DESTINATION when another engine writes there, or one for another platform
 */
export async function openArchiveDestination(
  objects: ObjectStore,
  writer?: DestinationWriter,
): Promise<ArchiveDestination> {
  const folder = openDocumentFolder(objects, '');
  const studyRecord = (studyId: string) => folder.find(destinationLayout.studyRecord(studyId));
  if (writer !== undefined) await claimDestination(objects, writer);
  const copies = writer?.copies;
  const shownRecord = (jobId: string) => folder.find(destinationLayout.record(jobId));
  return {
    objects,
    record: (jobId) => (copies === undefined ? shownRecord(jobId) : copies.record(jobId)),
    shownRecord,
    async writeRecord(record) {
      await folder.write(destinationLayout.record(record.jobId), record);
      // Last: where it is missing, both are written again.
      await copies?.writeRecord(record);
    },
    noteSeal: async (jobId, seal) => copies?.noteSeal(jobId, seal),
    sealOf: async (jobId) => copies?.sealOf(jobId),
    recordPass({ archive, passTime }, files) {
      const hashes = Object.entries(files).map(
        ([name, text]) => [name, digestOfText(text).sha256] as const,
      );
      const record = { passTime, archive, files: Object.fromEntries(hashes) };
      const name = reportFolder({ archive, passTime });
      return folder.write(destinationLayout.passRecord(name), record);
    },
    listRecords: () => copies?.listRecords() ?? listRecords(folder),
    studyRecord,
    async recordRunsAgain(studyId, passTime) {
      const { versions = [] } = (await studyRecord(studyId)) ?? {};
      const record = { studyId, versions, runsAgain: passTime };
      await folder.write(destinationLayout.studyRecord(studyId), record);
    },
    async forgetCrate(studyId, version) {
      const record = await studyRecord(studyId);
      if (record === undefined) return;
      const versions = record.versions.filter((one) => one.version !== version);
      await folder.write(destinationLayout.studyRecord(studyId), { ...record, versions });
    },
    crateWrittenAt: async (studyId) => (await studyRecord(studyId))?.versions.at(-1)?.archivedAt,
    bag: (jobId, version) => openBag(objects, destinationLayout.bag(jobId, version)),
    newestVersion: async (jobId) =>
      newestOf((await objects.list(destinationLayout.job(jobId))).folders),
  };
}

/**
 * Looks whether a destination that an archive wrote before still holds anything of it.
 * @throws StorageError STORAGE_EMPTIED, which heals, when it doesn't, as where a disk isn't mounted
 */
export async function requireFilled(objects: ObjectStore, address: string): Promise<void> {
  const { name } = destinationLayout.mark;
  if (await objects.has(name)) return;
  throw new StorageError(
    'STORAGE_EMPTIED',
    `${address} holds nothing of what earlier passes of this archive wrote there: ${name} is missing`,
    {
      hint: 'Mount the disk, or put back what was moved. Where it was emptied on purpose: delete the archive and create it anew, which copies what the platform still has',
    },
  );
}

/** A short name of the destination, equal for all spellings of its address. */
export function destinationKey(url: string): string {
  const s3 = /^s3:\/\/(.*)$/iu.exec(url)?.[1];
  const normal =
    s3 === undefined
      ? resolve(url)
      : `s3://${s3
          .split('/')
          .filter((part) => part !== '')
          .join('/')}`;
  return createHash('sha256').update(normal).digest('hex').slice(0, 16);
}

/**
 * Looks whose a destination is, and leaves no mark.
 * @throws UsageError USAGE_DESTINATION, exit code 5, when another engine writes there, or one for another platform
 */
export async function requireOwn(objects: ObjectStore, writer: DestinationWriter): Promise<void> {
  const mark = await openDocumentFolder(objects, '').find(destinationLayout.mark);
  const other = mark === undefined ? undefined : whyOther(mark, writer);
  if (other === undefined) return;
  throw new UsageError('USAGE_DESTINATION', `This destination belongs to ${other}`, {
    exitCode: 5,
    hint: 'Choose a directory, or a prefix of the bucket, that has no archive yet. What is there can still be read: doeflow archive verify',
  });
}

/**
 * Says in a destination whose it is; of several engines that do so at one moment, one succeeds. The same again does nothing.
 * @throws UsageError USAGE_DESTINATION, exit code 5, as {@link requireOwn}
 */
export async function claimDestination(
  objects: ObjectStore,
  { engineId, platform, copies }: DestinationWriter,
): Promise<void> {
  const folder = openDocumentFolder(objects, '');
  // A new one, or one that was emptied: what was known of another is no proof of anything here.
  if (!(await folder.has(destinationLayout.mark))) await copies?.clear();
  await folder.create(destinationLayout.mark, { formatVersion: 1, engineId, platform });
  await requireOwn(objects, { engineId, platform });
  await objects.putIfAbsent(destinationLayout.readme.name, Buffer.from(readmeText));
}

/** Whose it is, where it isn't the writer's. */
function whyOther(
  mark: ArchiveMark,
  { engineId, platform }: DestinationWriter,
): string | undefined {
  if (mark.engineId !== engineId) {
    return `an archive of another engine, ${mark.engineId}, for ${placeOf(mark.platform)}`;
  }
  if (mark.platform.kind === 'local') {
    const isSame = platform.kind === 'local' && platform.key === mark.platform.key;
    return isSame ? undefined : `an archive of ${placeOf(mark.platform)}`;
  }
  const { baseUrl, account } = mark.platform;
  const isSame =
    platform.kind === 'configured' &&
    platform.baseUrl === baseUrl &&
    (account === undefined || platform.account === undefined || platform.account === account);
  return isSame ? undefined : `an archive of ${placeOf(mark.platform)}`;
}

function placeOf(platform: StudyPlatform): string {
  if (platform.kind === 'local') return `the local platform in ${platform.home}`;
  const { baseUrl, account } = platform;
  return `${baseUrl}${account === undefined ? '' : ` (account ${account})`}`;
}
