/** What a pass says when it ends: what was taken, what was left and why, what failed and why, what was deleted, and what a person can do. */
import { z } from 'zod';

const counts = z.object({
  jobs: z.number().int(),
  files: z.number().int(),
  bytes: z.number(),
});

const told = z.object({
  jobId: z.string(),
  name: z.string(),
  what: z.string(),
  version: z.number().int().optional(),
  files: z.number().int().optional(),
  bytes: z.number().optional(),
  reason: z.string().optional(),
});

export const passReportSchema = z.object({
  formatVersion: z.literal(1),
  archive: z.string(),
  passTime: z.string(),
  outcome: z.enum(['clean', 'troubled']),
  /** ISO 8601, by the clock of the worker. */
  openedAt: z.string().optional(),
  closedAt: z.string(),
  select: z.string(),
  destination: z.string(),
  /** Of this report, below `passes/` in the destination; absent where an earlier version of doeflow wrote it, which named it by the time alone. */
  folder: z.string().optional(),
  keepMs: z.number(),
  engineVersion: z.string(),
  archived: counts,
  proven: counts,
  deleted: counts,
  unchanged: z.number().int(),
  awaitingApproval: z.number().int(),
  /** Jobs of the rule that were left, by why. */
  left: z.record(z.string(), z.number().int()),
  failed: z.number().int(),
  notes: z.array(z.string()),
  whatToDo: z.array(z.string()),
  decision: z.object({ decision: z.enum(['approve', 'decline']), by: z.string() }).optional(),
  /** Each job that was taken, left for a reason of its own, failed, deleted or refused. */
  jobs: z.array(told),
});

export type PassReport = Readonly<z.output<typeof passReportSchema>>;
export type ToldJob = Readonly<z.output<typeof told>>;

/** What each word about a job means, for a person. */
export const meanings: Readonly<Record<string, string>> = {
  archived: 'copied, and not proven',
  proven: 'copied, read back and found whole',
  unchanged: 'archived before, and unchanged since',
  running: 'not ended yet; a later pass takes it',
  later: 'made or ended after the time that the pass is for; a later pass takes it',
  'open-study': 'its study is not ended, and may need it',
  left: 'left for a later pass',
  unreadable: 'the platform couldn’t show it; a later pass looks again',
  gone: 'gone from the platform; the archive didn’t delete it',
  refused: 'not deleted; a later pass tries again',
  failed: 'failed; a later pass tries again',
  deleted: 'deleted on the platform, and seen to be gone',
};

/** What a person should look at. */
const troubles: ReadonlySet<string> = new Set(['failed', 'refused', 'unreadable', 'archived']);

/** True for a job of which something failed in the pass. */
export function isTroubling({ what }: Pick<ToldJob, 'what'>): boolean {
  return troubles.has(what);
}
