import { z } from 'zod';
import type { RunOutcome } from '../../run/run-outcome.ts';
import { failureReasonNames } from '../../run/failure-reason.ts';
import { packNameForm } from './pack.ts';

function inWords(status: 'Done' | 'Failed' | 'done' | 'failed'): RunOutcome['status'] {
  return status.toLowerCase() === 'done' ? 'Done' : 'Failed';
}

/** What became of one attempt of one run. */
export const outcomeSchema: z.ZodType<RunOutcome> = z.object({
  run: z.number().int(),
  attempt: z.number().int(),
  jobNumber: z.number().int(),
  revision: z.number().int().optional(),
  judgedWith: z.number().int().optional(),
  platformJob: z.string().optional(),
  platformRun: z.number().int().optional(),
  // Stores of earlier versions have them in lower case.
  status: z.enum(['Done', 'Failed', 'done', 'failed']).transform(inWords),
  reason: z.enum(failureReasonNames).optional(),
  lostWithCluster: z.literal(true).optional(),
  reusedFrom: z
    .object({ studyId: z.string(), run: z.number().int(), attempt: z.number().int() })
    .optional(),
  exitCode: z.number().int().optional(),
  message: z.string().optional(),
  uncollected: z.array(z.string()).optional(),
  files: z.record(z.string(), z.string()).optional(),
  pack: z.string().regex(packNameForm).optional(),
  values: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  elapsedSeconds: z.number().optional(),
});

/** What is known of one run of a job that isn't collected yet. */
export interface JudgedRun {
  readonly platformRun: number;
  /** Which files were judged: a run whose files have changed since is judged again. */
  readonly evidence: string;
  /** Absent while only the next look can decide. */
  readonly outcome?: RunOutcome | undefined;
}

/** One line of a page of judged runs. */
export const judgedRunSchema: z.ZodType<JudgedRun> = z.object({
  platformRun: z.number().int(),
  evidence: z.string(),
  outcome: outcomeSchema.optional(),
});
