/** A destination: where archives keep jobs and studies, a directory or a bucket. */
import { openDocumentFolder, type ObjectStore } from '../objects/index.ts';
import { openBag, type Bag } from './bag.ts';
import { requireOwn, type DestinationOwner } from './claim-destination.ts';
import { listRecords, type BagSeal, type CopyLedger } from './copy-ledger.ts';
import {
  destinationLayout,
  newestOf,
  reportFolder,
  type ArchiveRecord,
  type PassOfArchive,
  type StudyRecord,
} from './destination-layout.ts';
import { digestOfText } from './hash-chunks.ts';

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
export interface DestinationWriter extends DestinationOwner {
  /** What the engine keeps itself of the copies it made there; absent for who only looks, or makes none. */
  readonly copies?: CopyLedger;
}

/**
 * Opens a destination; a writer has claimed it before.
 * @throws UsageError USAGE_DESTINATION when another engine writes there, or one for another platform
 */
export async function openArchiveDestination(
  objects: ObjectStore,
  writer?: DestinationWriter,
): Promise<ArchiveDestination> {
  const folder = openDocumentFolder(objects, '');
  const studyRecord = (studyId: string) => folder.find(destinationLayout.studyRecord(studyId));
  if (writer !== undefined) await requireOwn(objects, writer);
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
