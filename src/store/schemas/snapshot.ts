import { z } from 'zod';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/u);

/** A study file and all that it names, by hash. */
const keptFiles = {
  studyFile: z.object({ name: z.string(), sha256: sha256Schema }),
  files: z.array(
    z.object({
      /** As written in the study file. */
      path: z.string(),
      role: z.enum(['input', 'template', 'script', 'case', 'table']),
      sha256: sha256Schema,
      bytes: z.number().int().nonnegative(),
    }),
  ),
};

/** How a file differs from the one before; a file that is gone has no hash after, a further one none before. */
const fileChangeSchema = z.object({
  path: z.string(),
  change: z.enum(['changed', 'new', 'missing']),
  before: sha256Schema.optional(),
  after: sha256Schema.optional(),
});

/** The platform that a study was started on; no other may ever get a call of it. */
export const studyPlatformSchema = z.discriminatedUnion('kind', [
  /** The local platform of a home folder, whatever port it has today. */
  z.object({ kind: z.literal('local'), key: z.string(), home: z.string() }),
  z.object({
    kind: z.literal('configured'),
    /** Ends in `/`. */
    baseUrl: z.string(),
    /** Absent where the platform doesn't tell whose token it is. */
    account: z.string().optional(),
    /** Knows the token again with which the study was started: it opens the same account, whatever the platform tells. */
    key: z.string().optional(),
  }),
]);

/** All that a study reads, by hash, and what it was started with. */
export const snapshotSchema = z.object({
  formatVersion: z.literal(1),
  studyId: z.string(),
  studyName: z.string(),
  planHash: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  engineVersion: z.string(),
  ...keptFiles,
  /** The study file that was read; absolute. Absent for a study that comes again by a schedule, and in snapshots of earlier versions. */
  source: z.string().optional(),
  /** Where the readable copy goes; absolute. */
  resultsDir: z.string().optional(),
  /** Absent in snapshots of earlier versions. */
  platform: studyPlatformSchema.optional(),
  /** By which rules its rows were drawn; 1 where it is absent. */
  designRules: z.int().min(1).optional(),
});

/** Who amended a study, why, and what. */
/** What jobs are paid for by. */
const paidHardwareSchema = z.object({
  coreType: z.string().optional(),
  coreClass: z.string().optional(),
  coresPerSlot: z.number(),
  slots: z.number(),
  walltime: z.number().optional(),
  isLowPriority: z.literal(true).optional(),
  /** Of the cluster that is made for the study; absent where none is. */
  cluster: z.object({ slots: z.number(), walltimeHours: z.number().optional() }).optional(),
});

const amendmentSchema = z.object({
  by: z.string(),
  why: z.string().optional(),
  /** The study file that was read; absolute. */
  source: z.string().optional(),
  /** One sentence each. */
  changes: z.array(z.string()),
  /** What the study may commit at most from then on, null for no limit; absent: as before. */
  maxCost: z.object({ amount: z.number(), currency: z.string().optional() }).nullable().optional(),
  /** The hardware of jobs that were made before, and of those that are made from then on; absent: as before. */
  hardware: z.object({ before: paidHardwareSchema, after: paidHardwareSchema }).optional(),
  /** It leaves how runs are made as it was. */
  sameRuns: z.literal(true).optional(),
  /** Runs that are not to be run from then on. */
  withdraws: z.array(z.number().int().min(1)).optional(),
  /** Runs that were withdrawn before, and are to be run after all. */
  bringsBack: z.array(z.number().int().min(1)).optional(),
  /** Under which name the outcomes are kept that were read anew with it; absent: none was. */
  recomputed: z.string().optional(),
  /** It changes how outputs are read, and the study was open: what had been collected is read anew by the study itself. */
  readsAnew: z.literal(true).optional(),
});

/** The files of a study as they were mended: what runs again from then on runs with them. */
export const revisionSchema = z.object({
  formatVersion: z.literal(1),
  /** 2 for the first; the snapshot is 1. */
  revision: z.number().int().min(2),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  engineVersion: z.string(),
  /** Which runs were to run again with it first. */
  runs: z.union([z.literal('failed'), z.array(z.number().int())]),
  /** Of the plan that these files make; absent in revisions of earlier versions. */
  planHash: z.string().optional(),
  ...keptFiles,
  /** What differs from the revision before. */
  changes: z.array(fileChangeSchema),
  /** Set where the study itself was amended: its plan, tables and limits are those of this revision from then on. */
  amendment: amendmentSchema.optional(),
});

export type FileChange = Readonly<z.output<typeof fileChangeSchema>>;

export type Amendment = Readonly<z.output<typeof amendmentSchema>>;

export type StudyRevision = Readonly<z.output<typeof revisionSchema>>;

/** A study file and all that it names, as a snapshot or a revision has them. */
export type KeptFiles = Pick<StudyRevision, 'studyFile' | 'files'>;

export type StudyPlatform = Readonly<z.output<typeof studyPlatformSchema>>;

export type StudySnapshot = Readonly<z.output<typeof snapshotSchema>>;

/** Says that a workflow is about to be started; taken away once it is there. */
export const startingSchema = z.object({
  /** `new`: the study's first workflow; `again`: a further one for a study that had ended. */
  kind: z.enum(['new', 'again']),
  /** ISO 8601, UTC. */
  at: z.string(),
});
