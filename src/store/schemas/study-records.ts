/** Records of a whole study, written while it runs and at its end. */
import { z } from 'zod';
import type { StudySummary } from '../../analysis/index.ts';
import type { StudyProgress } from '../../run/messages.ts';
import { findingTypes } from '../../study/study.ts';

/** A study's last progress. Its fields are those of the version that wrote it; readers need these. */
export const statusSchema = z.looseObject({
  studyId: z.string(),
  state: z.string(),
  runs: z.looseObject({ total: z.number(), done: z.number(), failed: z.number() }),
}) as unknown as z.ZodType<StudyProgress>;

/** How far a study was when it last ended. */
export const checkpointSchema = z.object({
  /** Job numbers in use; 0 before its first end. */
  jobs: z.number().int(),
  /** First planned job that was never started; absent where an earlier version didn't keep it. */
  nextPlanned: z.number().int().optional(),
  /** Planned jobs below `nextPlanned` that were taken back before they were submitted; absent when there are none. */
  withdrawn: z.array(z.number().int()).readonly().optional(),
});

export type Checkpoint = Readonly<z.output<typeof checkpointSchema>>;

/** The price of one core for one hour. */
export const priceSchema = z.object({
  amount: z.number().nonnegative(),
  /** ISO 4217 code; null where the platform doesn't say. */
  currency: z.string().nullable(),
});

/** A limit of cost that a study's owner has set since it was started. */
export const costLimitSchema = z.object({
  /** Absent: no limit from here on. */
  limit: z.object({ amount: z.number().positive(), currency: z.string().optional() }).optional(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Who set it, as the machine knows them. */
  by: z.string(),
  why: z.string().optional(),
});

export type CostLimitSet = Readonly<z.output<typeof costLimitSchema>>;

const oneValue = z.union([z.number(), z.string()]);

/** What a field of the platform says; a list where it has several values. */
export const findingValueSchema = z.union([oneValue, z.array(oneValue)]);

export type FindingValue = z.output<typeof findingValueSchema>;

/** What findings take from elsewhere than the runs, as it was when they were computed. */
export const findingFactsSchema = z.object({
  started: z.string().optional(),
  ended: z.string().optional(),
  owner: z.string().optional(),
});

/** Computed findings; a finding without a finite value has a reason instead. */
export const findingsSchema = z.array(
  z.object({
    name: z.string(),
    valueType: z.enum(findingTypes),
    value: findingValueSchema.optional(),
    reason: z.string().optional(),
  }),
);

export type ComputedFindings = z.output<typeof findingsSchema>;

/** Statistics that this engine wrote itself, taken as they are: a study's end doesn't hang on a number. */
export const statisticsSchema = z.looseObject({}) as unknown as z.ZodType<StudySummary>;

/** Of the summary, what readers of the store need; the room `summary` has its whole shape. */
export const summarySchema = z.looseObject({
  cost: z
    .looseObject({
      low: z.number().nullable(),
      high: z.number().nullable(),
      currency: z.string().nullable(),
    })
    .optional()
    .catch(undefined),
});

/** What made the results, and the SHA-256 of every file in and out. */
export const manifestSchema = z.looseObject({
  formatVersion: z.literal(1),
  files: z.record(z.string(), z.object({ sha256: z.string(), bytes: z.number() })),
  /** Those of its files after the first; absent where there are none. */
  revisions: z.array(z.looseObject({ revision: z.number() })).optional(),
});

/** SHA-256 of each record that a study's end left, by the name of its object. */
export const endRecordsSchema = z.object({
  formatVersion: z.literal(1),
  files: z.record(z.string(), z.string()),
});

/** Of a comparison with another occurrence of the study, its verdict; the room `recurrence` makes the rest. */
export const comparisonSchema = z.looseObject({
  formatVersion: z.literal(1),
  comparison: z.string(),
});
