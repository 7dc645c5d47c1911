/** Every object that is kept of an archive in the store: its order, and what its passes chose, did and proved. */
import { z } from 'zod';
import { document, lines } from '../objects/index.ts';
import { passReportSchema } from './pass-report.ts';
import { studyPlatformSchema } from '../store/index.ts';

/** When passes come, and what holds when one can't: what the archive's schedule is made of. */
const timingSchema = z.object({
  /** Five fields; this or an interval. */
  cron: z.string().optional(),
  everyMs: z.number().int().positive().optional(),
  timezone: z.string(),
  overlap: z.enum(['skip', 'buffer-one', 'buffer-all', 'allow-all']),
  catchupMs: z.number().int().nonnegative(),
  jitterMs: z.number().int().nonnegative(),
});

/** A standing order: what its owner allowed passes of this archive to do. */
export const archiveOrderSchema = z.object({
  formatVersion: z.literal(1),
  name: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  engineVersion: z.string(),
  /** The rule that chooses jobs, as its owner wrote it. */
  select: z.string(),
  /** A directory (absolute) or `s3://bucket/prefix`. */
  destination: z.string(),
  /** How long after its proof a job stays on the platform, milliseconds. */
  keepMs: z.number().int().nonnegative(),
  deleteJobs: z.boolean(),
  deleteInputFiles: z.boolean(),
  /** Deletions wait for a person. */
  approve: z.boolean(),
  /** What others may do with the archived studies, in words or as an address; absent where nothing was said. */
  license: z.string().optional(),
  platform: studyPlatformSchema,
  /** Absent for an order that no schedule follows, such as that of a dry run. */
  timing: timingSchema.optional(),
  /** Only shows what a pass would do: the destination isn't claimed. */
  dryRun: z.boolean().optional(),
});

/** Why a job of the rule is archived in a pass, or left alone. */
export const choiceSchema = z.object({
  jobId: z.string(),
  name: z.string(),
  choice: z.enum([
    ...(['new', 'changed', 'running', 'open-study', 'unchanged', 'unreadable', 'later'] as const),
  ]),
  /** Why, as a sentence, where the word alone doesn't say it. */
  reason: z.string().optional(),
  /** What the platform holds of it, by the list's row. */
  bytes: z.number().nonnegative().optional(),
  /** The study of this engine that the job belongs to. */
  studyId: z.string().optional(),
  /** Short hash of the list's row: equal for a job that looks as it did. */
  row: z.string(),
});

/** What became of one job in a step of a pass. */
export const jobOutcomeSchema = z.object({
  jobId: z.string(),
  outcome: z.enum([
    'archived',
    'proven',
    'deleted',
    'unchanged',
    'left',
    'gone',
    'refused',
    'failed',
  ]),
  version: z.number().int().positive().optional(),
  files: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  /** Why, as a sentence, where it isn't as wanted. */
  reason: z.string().optional(),
});

/** A proven job past its keep time. */
export const dueJobSchema = z.object({
  jobId: z.string(),
  name: z.string(),
  version: z.number().int().positive(),
  bytes: z.number().int().nonnegative(),
  /** ISO 8601: the time of the pass that proved it. */
  provenAt: z.string(),
});

/** A person's word about a pass's deletions. */
export const decisionSchema = z.object({
  passTime: z.string(),
  jobs: z.number().int().nonnegative(),
  decision: z.enum(['approve', 'decline']),
  by: z.string(),
});

export type ArchiveOrder = Readonly<z.output<typeof archiveOrderSchema>>;
export type JobChoice = Readonly<z.output<typeof choiceSchema>>;
export type JobOutcome = Readonly<z.output<typeof jobOutcomeSchema>>;
export type DueJob = Readonly<z.output<typeof dueJobSchema>>;

/** The objects of one archive in the store; a pass is named by its time. */
export const archiveLayout = {
  order: document('order.json', archiveOrderSchema),
  /** An order that its owner took back, by when. */
  deletedOrder: (at: string) => document(`deleted/${passFolder(at)}.json`, archiveOrderSchema),
  /** Under which order the destination was written: one that is empty afterwards was lost, or isn't mounted. */
  claimed: document(
    'claimed.json',
    z.object({ orderCreatedAt: z.string(), destinationKey: z.string().optional() }),
  ),
  allPasses: { prefix: 'passes/' },
  /** All that is kept of one pass. */
  pass: (passTime: string) => ({ prefix: passPrefix(passTime) }),
  /** When the pass began to work, by this machine's clock, and under which order. */
  opened: (passTime: string) =>
    document(
      `${passPrefix(passTime)}opened.json`,
      z.object({ at: z.string(), orderCreatedAt: z.string().optional() }),
    ),
  selection: (passTime: string) => lines(`${passPrefix(passTime)}selection.ndjson`, choiceSchema),
  archived: (passTime: string, batch: number) =>
    lines(`${passPrefix(passTime)}archived-${batch}.ndjson`, jobOutcomeSchema),
  proven: (passTime: string, batch: number) =>
    lines(`${passPrefix(passTime)}proven-${batch}.ndjson`, jobOutcomeSchema),
  due: (passTime: string) => lines(`${passPrefix(passTime)}due.ndjson`, dueJobSchema),
  /** A person's word as they gave it on the command line, before anybody is told of it. */
  word: (ticket: string) => document(`words/${ticket}.json`, decisionSchema),
  decision: (passTime: string) => document(`${passPrefix(passTime)}decision.json`, decisionSchema),
  deleted: (passTime: string, batch: number) =>
    lines(`${passPrefix(passTime)}deleted-${batch}.ndjson`, jobOutcomeSchema),
  report: (passTime: string) => document(`${passPrefix(passTime)}report.json`, passReportSchema),
};

/** Folder of a pass; colons aren't allowed in names everywhere. */
export function passFolder(passTime: string): string {
  return passTime.replaceAll(':', '-');
}

/** The time of a pass by the name of its folder. */
export function passTimeOf(folder: string): string {
  const [day = '', time = ''] = folder.split('T');
  return `${day}T${time.replaceAll('-', ':')}`;
}

function passPrefix(passTime: string): string {
  return `passes/${passFolder(passTime)}/`;
}
