/** Names and shapes of all that lies in a destination beside the bags and crates. */
import { z } from 'zod';
import { document, type StoredDocument } from '../objects/index.ts';
import { studyPlatformSchema } from '../store/index.ts';
import { passFolder } from './archive-layout.ts';
import { safeId } from './safe-names.ts';

/** Whose archive it is: no other engine writes into it. */
export const archiveMarkSchema = z.object({
  formatVersion: z.literal(1),
  engineId: z.string(),
  platform: studyPlatformSchema,
  /** Names the archive wherever it lies; absent where an earlier version of doeflow wrote it. */
  id: z
    .string()
    .regex(/^[0-9a-f]{16}$/u)
    .optional(),
});

/** What is known of one archived job; its bag holds the job itself. */
export const archiveRecordSchema = z.object({
  jobId: z.string(),
  name: z.string(),
  /** Newest version of its bag. */
  version: z.number().int().positive(),
  /** Of what the platform showed; equal means unchanged. */
  fingerprint: z.string(),
  files: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  /** Of the platform's own files in it, which a deletion frees. */
  platformBytes: z.number().int().nonnegative().optional(),
  /** SHA-256 of the bag's tagmanifest-sha256.txt, which holds the hashes of all else. */
  sha256: z.string(),
  /** The pass that archived it, ISO 8601 in UTC. */
  archivedAt: z.string(),
  /** The pass that read it back and found it whole. */
  provenAt: z.string().optional(),
  /** When that was by the worker's clock: a pass for a time long ago proves nothing before today. */
  provenOn: z.string().optional(),
  archive: z.string(),
  studyId: z.string().optional(),
  /** Short hash of the row that the platform's list showed when it was looked at; absent when it must be looked at again. */
  row: z.string().optional(),
  /** The last pass that looked at all that the platform shows of it. */
  lookedAt: z.string().optional(),
  /** The pass that is about to delete it, or did, on the platform: stands before the request. */
  deleting: z.string().optional(),
  /** The pass that deleted it on the platform, and saw that it is gone. */
  deletedAt: z.string().optional(),
  /** The pass that found it gone from the platform without having deleted it. */
  goneAt: z.string().optional(),
  /** Versions that were found damaged, and whose place a later one took. */
  replaced: z.array(z.number().int().positive()).optional(),
  /** Deletions that the platform refused. */
  refusals: z.array(z.object({ passTime: z.string(), reason: z.string() })).optional(),
});

/** Crates of one study that were finished: known even where a crate is lost. */
export const studyRecordSchema = z.object({
  studyId: z.string(),
  versions: z.array(
    z.object({
      version: z.number().int().positive(),
      /** Of the crate's manifest-sha256.txt, which holds the hashes of all else. */
      sha256: z.string(),
      /** The pass that wrote it, ISO 8601 in UTC. */
      archivedAt: z.string(),
    }),
  ),
  /** The pass that archived jobs of it and found it resumed, so that it wrote no crate: a pass after its end does. */
  runsAgain: z.string().optional(),
});

/** What a pass wrote below `passes/`: SHA-256 by file name. */
export const passRecordSchema = z.object({
  passTime: z.string(),
  /** Absent where an earlier version of doeflow wrote it. */
  archive: z.string().optional(),
  files: z.record(z.string(), z.string()),
});

export type ArchiveMark = Readonly<z.output<typeof archiveMarkSchema>>;
export type StudyRecord = Readonly<z.output<typeof studyRecordSchema>>;
export type ArchiveRecord = Readonly<z.output<typeof archiveRecordSchema>>;

/** A pass among those of all archives that write into one destination. */
export interface PassOfArchive {
  readonly archive: string;
  readonly passTime: string;
}

/** Folder of a pass's report below `passes/`, and name of its record: several archives may have a pass for one time. */
export function reportFolder({ archive, passTime }: PassOfArchive): string {
  return `${passFolder(passTime)}-${safeId(archive)}`;
}

/** Objects of a destination; folders end in `/`. */
export const destinationLayout = {
  readme: { name: 'README.txt' },
  mark: document('archive.json', archiveMarkSchema),
  records: 'records/',
  record: (jobId: string): StoredDocument<ArchiveRecord> =>
    document(`records/${safeId(jobId)}.json`, archiveRecordSchema),
  studyRecords: 'study-records/',
  studyRecord: (studyId: string): StoredDocument<StudyRecord> =>
    document(`study-records/${safeId(studyId)}.json`, studyRecordSchema),
  jobs: 'jobs/',
  job: (jobId: string) => `jobs/${safeId(jobId)}/`,
  bag: (jobId: string, version: number) => `jobs/${safeId(jobId)}/v${version}/`,
  /** In a bag: what a run wrote; safe paths follow. */
  outputs: (platformRun: number) => `data/outputs/run${platformRun}/`,
  studies: 'studies/',
  study: (studyId: string) => `studies/${safeId(studyId)}/`,
  crate: (studyId: string, version: number) => `studies/${safeId(studyId)}/v${version}/`,
  passes: 'passes/',
  passRecords: 'pass-records/',
  /** @param folder as {@link reportFolder} names it; that of an earlier version of doeflow is the time alone */
  passRecord: (folder: string): StoredDocument<Readonly<z.output<typeof passRecordSchema>>> =>
    document(`pass-records/${folder}.json`, passRecordSchema),
};

/** All folders that an archive has at its top. */
export const destinationFolders: readonly string[] = [
  destinationLayout.jobs,
  destinationLayout.studies,
  destinationLayout.passes,
  destinationLayout.records,
  destinationLayout.studyRecords,
  destinationLayout.passRecords,
];

/** Number of the newest of the versions `v1`, `v2`, …; undefined when there is none. */
export function newestOf(folders: readonly string[]): number | undefined {
  return versionsOf(folders).at(-1);
}

/** Numbers of the versions `v1`, `v2`, …, in order. */
export function versionsOf(folders: readonly string[]): readonly number[] {
  return folders
    .flatMap((name) => (/^v[1-9]\d{0,8}$/u.test(name) ? [Number(name.slice(1))] : []))
    .sort((a, b) => a - b);
}
