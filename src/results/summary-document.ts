/** `summary.json`: what a study came to, in one document. */
import { z } from 'zod';
import type { AnalysedStudy, StudySummary } from '../analysis/index.ts';
import { describe, whole } from './schema-words.ts';
import { statisticsSchema } from './statistics-schema.ts';

/** Names of the documents in a study's folder. */
export const summaryName = 'summary.json';
export const statisticsName = 'statistics.json';

const statisticsShape = statisticsSchema.omit({ runs: true }).shape;

/** Shape of `summary.json`; strict, so that every field is described. */
export const summarySchema = z
  .strictObject({
    schemaVersion: z.literal(1),
    studyId: describe(z.string().optional(), 'Absent for a table that no stored study made'),
    name: describe(z.string(), 'Of the study file'),
    status: describe(
      z.string().optional(),
      'Running, Paused, Finished, Finished with failures, Stopped or Aborted',
    ),
    runs: z.strictObject({
      total: describe(whole, 'Planned runs, the nominal one left out'),
      done: describe(whole, 'Accepted runs: all statistics are over these'),
      failed: whole,
      submitted: whole.optional(),
    }),
    failures: describe(
      z.array(z.strictObject({ reason: z.string(), count: whole })).optional(),
      'Failed runs by reason',
    ),
    findings: z.array(
      z.strictObject({
        name: z.string(),
        valueType: z.enum(['number', 'text']),
        value: z.union([z.number(), z.string()]).optional(),
        reason: describe(z.string().optional(), 'Why there is no value'),
        readBackFromJobs: describe(
          whole.optional(),
          'Jobs of the platform that showed it when they were asked after it was written',
        ),
      }),
    ),
    cost: z
      .strictObject({
        low: z.number().nullable(),
        high: z.number().nullable(),
        currency: z.string().nullable(),
      })
      .optional()
      .meta({ description: 'Between two bounds; null where nothing is known' }),
    notes: describe(z.array(z.string()).optional(), 'What happened on the way'),
    ...statisticsShape,
  })
  .meta({ title: 'doeflow summary' });

/** A study's summary as the file holds it. */
export type StudySummaryDocument = z.output<typeof summarySchema>;

/** What is known of a study besides its table. */
export type StudyStanding = Pick<
  StudySummaryDocument,
  'studyId' | 'status' | 'runs' | 'failures' | 'cost' | 'notes'
>;

/** The document: the statistics, and around them what is known of the study. */
export function composeSummary(
  study: Pick<AnalysedStudy, 'name'>,
  statistics: StudySummary,
  findings: StudySummaryDocument['findings'],
  standing: { readonly [K in keyof StudyStanding]: Readonly<StudyStanding[K]> },
) {
  const { studyId, status, runs, ...rest } = standing;
  return {
    schemaVersion: 1,
    ...(studyId === undefined ? {} : { studyId }),
    name: study.name,
    ...(status === undefined ? {} : { status }),
    findings,
    ...rest,
    ...statistics,
    runs,
  };
}

/** @returns the JSON Schema (draft 2020-12) of `summary.json` */
export function summaryJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(summarySchema, { target: 'draft-2020-12' });
}
