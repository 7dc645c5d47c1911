/** `summary.json`: what a study came to, in one document. */
import { z } from 'zod';
import type { AnalysedStudy, StudySummary } from '../analysis/index.ts';
import { findingTypes } from '../study/study.ts';
import { findingValueSchema } from '../store/index.ts';
import { describe, whole } from './schema-words.ts';
import { statisticsSchema } from './statistics-schema.ts';

const statisticsShape = statisticsSchema.omit({ runs: true }).shape;

/** Shape of `summary.json`; strict, so that every field is described. */
export const summarySchema = z
  .strictObject({
    schemaVersion: describe(z.literal(1), 'Of this document'),
    studyId: describe(z.string().optional(), 'Absent for a table that no stored study made'),
    name: describe(z.string(), 'Of the study file'),
    status: describe(
      z.string().optional(),
      'Running, Paused, Finished, Finished with failures, Stopped or Aborted; of an open study as `doeflow status` has it, Unfinished where it could not be asked',
    ),
    runs: describe(
      z.strictObject({
        total: describe(whole, 'Planned runs, the nominal one left out'),
        done: describe(whole, 'Accepted runs: all statistics are over these'),
        reused: describe(
          whole.optional(),
          'Of the accepted ones: not run, as finished runs of other studies stand for them; absent for none',
        ),
        failed: describe(whole, 'Runs whose latest attempt failed'),
        stopped: describe(
          whole.optional(),
          'Runs that a person or a guard stopped; summaries without it count them among the failed',
        ),
        withdrawn: describe(whole.optional(), 'Never ran, as the study ended before'),
        submitted: describe(whole.optional(), 'In a job that hasn’t ended'),
      }),
      'Counts of planned runs',
    ),
    failures: describe(
      z
        .array(
          z.strictObject({
            reason: describe(z.string(), 'As in results.csv'),
            count: describe(whole, 'Runs'),
          }),
        )
        .optional(),
      'Failed runs by reason; none of those that were stopped',
    ),
    findings: describe(
      z.array(
        z.strictObject({
          name: describe(z.string(), 'Of the custom field'),
          valueType: describe(z.enum(findingTypes), 'Kind of the value'),
          value: describe(
            findingValueSchema.optional(),
            'Over the accepted runs, or those of its `where`',
          ),
          reason: describe(z.string().optional(), 'Why there is no value'),
          readBackFromJobs: describe(
            whole.optional(),
            'Jobs of the platform that showed it when they were asked after it was written',
          ),
        }),
      ),
      'What the study file asks to compute',
    ),
    cost: z
      .strictObject({
        low: describe(z.number().nullable(), 'At least'),
        high: describe(z.number().nullable(), 'At most'),
        currency: describe(z.string().nullable(), 'ISO 4217'),
        maxCost: describe(z.number().optional(), 'The limit at its end; absent: none'),
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
export type StudyFacts = Pick<
  StudySummaryDocument,
  'studyId' | 'status' | 'runs' | 'failures' | 'cost' | 'notes'
>;

/** The document: the statistics, and around them what is known of the study. */
export function composeSummary(
  study: Pick<AnalysedStudy, 'name'>,
  statistics: StudySummary,
  findings: StudySummaryDocument['findings'],
  facts: { readonly [K in keyof StudyFacts]: Readonly<StudyFacts[K]> },
) {
  const { studyId, status, runs, ...rest } = facts;
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
