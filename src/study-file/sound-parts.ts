/**
 * The parts of a study file whose shape is right, so that a fault in one place doesn't hide those in others.
 */
import { z } from 'zod';
import { designSchema, type WrittenDesign } from './design-schema.ts';
import {
  executionSchema,
  findingSchema,
  type WrittenExecution,
  type WrittenFinding,
} from './execution-schema.ts';
import { jobSchema, type WrittenJob } from './job-schema.ts';
import { notifySchema, type WrittenNotify } from './notify-schema.ts';
import { regressionSchema, type WrittenRegression } from './regression-schema.ts';
import { statisticsSchema, type WrittenStatistics } from './statistics-schema.ts';
import { valueAt } from './value-at.ts';
import { variableSchema, type WrittenVariable } from './variable-schema.ts';

/** Absent parts are undefined where their shape is wrong; what may be left out is filled with nothing. */
export interface SoundParts {
  readonly variables: readonly { readonly written: WrittenVariable; readonly index: number }[];
  /** Names of the variables whose shape is wrong. */
  readonly brokenNames: readonly string[];
  readonly design: WrittenDesign | undefined;
  readonly job: WrittenJob | undefined;
  readonly execution: WrittenExecution | undefined;
  readonly findings: readonly WrittenFinding[] | undefined;
  /** Also undefined where there is none. */
  readonly statistics: WrittenStatistics | undefined;
  /** Also undefined where there is none. */
  readonly regression: WrittenRegression | undefined;
  /** Also undefined where there is none. */
  readonly notify: WrittenNotify | undefined;
}

/** @param document the whole file as plain data */
export function soundParts(document: unknown): SoundParts {
  const listed = valueAt(document, ['variables']);
  const entries: readonly unknown[] = Array.isArray(listed) ? listed.slice(0, 10_000) : [];
  const variables: { written: WrittenVariable; index: number }[] = [];
  const brokenNames: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const parsed = variableSchema.safeParse(entry);
    if (parsed.success) variables.push({ written: parsed.data, index });
    else {
      const name = valueAt(entry, ['name']);
      if (typeof name === 'string') brokenNames.push(name);
    }
  }
  const part = <T>(schema: z.ZodType<T>, key: string, missing?: T): T | undefined => {
    const value = valueAt(document, [key]);
    return value === undefined ? missing : schema.safeParse(value).data;
  };
  return {
    variables,
    brokenNames,
    design: part(designSchema, 'design', {}),
    job: part(jobSchema, 'job'),
    execution: part(executionSchema, 'execution', {}),
    findings: part(z.array(findingSchema), 'findings', []),
    statistics: part(statisticsSchema, 'statistics'),
    regression: part(regressionSchema, 'regression'),
    notify: part(notifySchema, 'notify'),
  };
}
