/** Every object that is kept of a recurring study in the store: its standing order, and what became of each occurrence. */
import { z } from 'zod';
import { document } from '../objects/index.ts';
import { snapshotSchema } from '../store/index.ts';

/** Who is told when results moved, as the order's owner said on the command line; never taken from a study file. */
export const notifySchema = z.object({
  /** `https`, or `http` on this machine. */
  url: z.string().optional(),
  /** Run by the shell of the worker's machine, with the news on its standard input. */
  command: z.string().optional(),
});

/** A standing order: its owner allowed this study to be run, and paid for, each time that its schedule says so. */
export const recurrenceOrderSchema = z.object({
  formatVersion: z.literal(1),
  name: z.string(),
  /** ISO 8601, UTC: also tells an order from an earlier one of the same name. */
  createdAt: z.string(),
  /** When the study's files were last taken. */
  takenAt: z.string(),
  engineVersion: z.string(),
  study: snapshotSchema.pick({
    studyName: true,
    planHash: true,
    studyFile: true,
    files: true,
    platform: true,
    designRules: true,
  }),
  /** Absolute; each occurrence has a folder of its own in it. */
  results: z.string(),
  /** When it comes, as its owner asked for it. */
  timing: z.object({
    cron: z.string().optional(),
    everyMs: z.number().optional(),
    timezone: z.string(),
    catchupMs: z.number(),
    jitterMs: z.number(),
  }),
  /** What an occurrence does while a study of this name is open: nothing, or wait for its end. */
  overlap: z.enum(['skip', 'wait']),
  notify: notifySchema,
  /** Absolute: the folders beside the study's own whose files its owner allowed it to read when they were taken. */
  allowedOutside: z.array(z.string()).optional(),
});

/** The study that was made for one occurrence. */
export const preparedSchema = z.object({
  studyId: z.string(),
  /** The ticket in the study's folder that allows its start; absent where an earlier version prepared it. */
  ticket: z.string().optional(),
  /** Of the order under which it came. */
  orderCreatedAt: z.string(),
  /** ISO 8601, UTC. */
  preparedAt: z.string(),
});

/** How an occurrence waits for its study to begin. */
const waitingSchema = z.object({
  /** How often it asked whether it may begin. */
  asked: z.number().int(),
  /** Earlier occurrences that waited too, by their times: how often each had asked, and in how many looks that hasn't changed. */
  seen: z.record(z.string(), z.object({ asked: z.number().int(), looks: z.number().int() })),
});

/** An occurrence by its time and its study. */
const occurrenceSchema = z.object({ passTime: z.string(), studyId: z.string() });

/** What became of one occurrence. */
export const occurrenceResultSchema = z.object({
  passTime: z.string(),
  studyId: z.string(),
  /** Of the order under which it came. */
  orderCreatedAt: z.string(),
  /** How the study ended; `Skipped` where none was started. */
  state: z.string(),
  comparison: z.enum(['first', 'same', 'moved', 'incomparable', 'skipped']),
  /** Values beyond their tolerances. */
  moved: z.number().int().nonnegative(),
  /** Runs of the study, and how many of them failed; absent where none was started, or an earlier version of doeflow closed it. */
  runs: z.object({ failed: z.number().int(), total: z.number().int() }).optional(),
  comparedWith: occurrenceSchema.optional(),
  /** With what the next occurrence is compared; absent while there is no good one. */
  reference: occurrenceSchema.optional(),
  notes: z.array(z.string()),
  /** ISO 8601, UTC. */
  closedAt: z.string(),
});

/** That somebody is about to be told; kept before it happens, so that it happens once. */
export const notificationSchema = z.object({
  /** ISO 8601, UTC. */
  intendedAt: z.string(),
  /** How it went, a sentence each; absent while it isn't known. */
  outcomes: z.array(z.object({ ok: z.boolean(), note: z.string() })).optional(),
});

export type RecurrenceOrder = Readonly<z.output<typeof recurrenceOrderSchema>>;
export type OccurrenceResult = Readonly<z.output<typeof occurrenceResultSchema>>;
export type NotifySettings = Readonly<z.output<typeof notifySchema>>;

const passesPrefix = 'passes/';

/** The objects of one recurring study in the store; an occurrence is named by its time. */
export const recurrenceLayout = {
  order: document('order.json', recurrenceOrderSchema),
  allPasses: { prefix: passesPrefix },
  prepared: (passTime: string) => document(`${folderOf(passTime)}prepared.json`, preparedSchema),
  waiting: (passTime: string) => document(`${folderOf(passTime)}waiting.json`, waitingSchema),
  notification: (passTime: string) =>
    document(`${folderOf(passTime)}notification.json`, notificationSchema),
  result: (passTime: string) =>
    document(`${folderOf(passTime)}result.json`, occurrenceResultSchema),
};

/** The time that a folder below {@link recurrenceLayout.allPasses} is named by. */
export function passTimeOf(folder: string): string {
  return folder.replace(/T(\d\d)-(\d\d)-/u, 'T$1:$2:');
}

/** Colons aren't allowed in names everywhere. */
function folderOf(passTime: string): string {
  return `${passesPrefix}${passTime.replaceAll(':', '-')}/`;
}
