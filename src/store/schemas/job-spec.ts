import { z } from 'zod';
import { failureReasonNames } from '../../run/failure-reason.ts';

const storedFile = z.object({ name: z.string(), sha256: z.string() });
const reason = z.enum(failureReasonNames);

/** Study runs in the order of the platform's run numbers 1... */
const chosenRunsSchema = z.array(
  z.object({
    run: z.number().int(),
    /** 1 for the first try. */
    attempt: z.number().int(),
    /** Why the latest attempt failed. */
    reason: reason.optional(),
    /** It was done, and runs again as its owner amended the study; absent otherwise. */
    done: z.literal(true).optional(),
    /** Failed attempts so far, by cause. */
    spent: z.record(z.string(), z.number().int()),
  }),
);

/** Those of a job: a range, or a list for a partial job. */
const runsSchema = z.union([
  z.object({ first: z.number().int(), last: z.number().int() }),
  chosenRunsSchema,
]);

/** What the engine knows of one platform job before it exists. */
export const jobSpecSchema = z.object({
  jobNumber: z.number().int(),
  jobName: z.string(),
  /** Bare words of the name by which a list is searched. */
  searchTag: z.string(),
  jobTag: z.string(),
  attemptKey: z.string(),
  /** What the platform must expect. */
  expectedRuns: z.number().int(),
  /** Fewer than the study's, as its budget allows no more; absent: those of the study. */
  slots: z.number().int().positive().optional(),
  runs: runsSchema,
  /** Which of the study's files it runs with; absent for those that the study was started with. */
  revision: z.number().int().optional(),
  /** Where its runs print their small outputs; absent where they print none. */
  printing: z.enum(['post-process', 'own-step']).optional(),
  inputsTemplate: storedFile,
  files: z.array(storedFile.extend({ role: z.enum(['param', 'case']) })),
});

export type JobSpec = z.output<typeof jobSpecSchema>;

/** The runs that a retry chose for a job, or that the budget left of it. */
export const retryChoiceSchema = z.object({
  runs: runsSchema,
  slots: z.number().int().positive().optional(),
});

/** How a job was cut, as the limit of cost had no room for all of it: there before either of the two jobs has its runs. */
export const jobCutSchema = z.object({
  slots: z.number().int().positive(),
  runs: chosenRunsSchema,
  /** What is left, and the job that it follows as. */
  rest: chosenRunsSchema,
  spare: z.number().int(),
});

export type JobCut = z.output<typeof jobCutSchema>;
