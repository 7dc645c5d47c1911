/** Small records of one job, and of one uploaded file. */
import { z } from 'zod';

/** The platform's id of a job. */
export const platformJobSchema = z.object({
  jobId: z.string(),
  /** Made by an engine that keeps each try to submit it: without a kept try it was never submitted. */
  triesAreKept: z.literal(true).optional(),
});

/** When its submit was last tried; ISO 8601, UTC. */
export const submitTriedSchema = z.object({ at: z.string() });

/** Who had a job stopped of a study that hadn't ended: what it didn't run goes on with the study. */
export const jobStoppedSchema = z.object({
  /** The platform's. */
  jobId: z.string(),
  /** `study`: a guard of it, or a person who stopped it. `reaper`: nobody answered for its study. */
  by: z.enum(['study', 'reaper']),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Of the reaper: what had become of the study, as the end of a sentence. */
  why: z.string().optional(),
  /** Of the reaper: the job had ended by itself, and was only to be collected. */
  wasOver: z.literal(true).optional(),
});

/** A persistent cluster of a study; without an id where it isn't known whether the platform made it. */
export const clusterMadeSchema = z.object({
  /** As the study names it. */
  name: z.string(),
  /** When it was asked for; ISO 8601, UTC. */
  at: z.string(),
  clusterId: z.string().optional(),
  /** The revision of the study's files whose hardware it has; absent: that which the study was started with. */
  revision: z.number().int().positive().optional(),
  /** The platform refused to make or start it: it costs nothing. */
  refused: z.literal(true).optional(),
});

/** The persistent cluster that a job was sent to last. */
export const jobClusterSchema = z.object({ clusterId: z.string() });

/** How long a job held its hardware, h. */
export const billedHoursSchema = z.object({
  heldHours: z.number().nonnegative(),
  /** Of its runs together, once it is collected, so that the cost of a large study is known without its outcomes; absent in records of before. */
  runHours: z.number().nonnegative().optional(),
  /** By the last look at it: it was gone from the platform when it was collected. Absent in records of before. */
  wasGone: z.literal(true).optional(),
});

/** What is set aside for a job before it is sent, in core hours until its walltime. */
export const reservationSchema = z.object({
  mostHours: z.number().nonnegative(),
  /** Of a job that was cut; absent: those of the study. */
  slots: z.number().int().positive().optional(),
  /** The revision of the study's files whose hardware it is; absent in records of before. */
  revision: z.number().int().positive().optional(),
  /** ISO 8601, UTC. */
  at: z.string(),
});

/** Core hours of a cluster that has ended, from its start to its end. */
export const clusterLifeSchema = z.object({ coreHours: z.number().nonnegative() });

/** The platform's id of an uploaded file. */
export const uploadSchema = z.object({
  fileId: z.string(),
  /** How often it was sent again because the platform had it no more. */
  renewed: z.number().int().optional(),
});

/** How many findings were read back from a job as they were written. */
export const verifiedFindingsSchema = z.object({
  jobId: z.string(),
  verified: z.number().int(),
  /** Fields of findings that were taken back, and that the platform doesn't clear. */
  left: z.array(z.string()).optional(),
  /** Of findings that are files: name -> what their field says. */
  files: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  /** Those that the platform doesn't take: name -> why. */
  refused: z.record(z.string(), z.string()).optional(),
});

/** Findings that the platform doesn't take on a job: name -> why. */
export const refusedFindingsSchema = z.object({
  jobId: z.string(),
  reasons: z.record(z.string(), z.string()),
});

export type VerifiedFindings = Readonly<z.output<typeof verifiedFindingsSchema>>;
