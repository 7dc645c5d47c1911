import { z } from 'zod';
import { identifier, informative } from './primitives.ts';

/** A variable's value in a run. `displayValue` is the text put into the templates. Output values may be text or missing. */
export const runVariableSchema = z.object({
  name: z.string(),
  value: z.union([z.number(), z.string(), z.boolean()]).nullish(),
  displayValue: z.union([z.string(), z.number().transform(String)]).nullish(),
  variableType: informative(z.string()),
  isRelative: informative(z.boolean()),
});

/** One run of a job. There is no status or exit code: not started has no `dateStarted`, done has `dateCompleted`. */
export const jobRunSchema = z.object({
  id: identifier,
  displayOrder: informative(z.number().int()),
  dateStarted: z.string().nullish(),
  dateCompleted: z.string().nullish(),
  /** 1 optimization, 2 iteration, 3 case. */
  type: informative(z.number().int()),
  isOptimal: informative(z.boolean()),
  parent: informative(identifier),
  outputFileCount: informative(z.number()),
  outputFileSize: informative(z.number()),
  variables: z
    .array(runVariableSchema)
    .nullish()
    .transform((v) => v ?? []),
});

export type JobRun = z.output<typeof jobRunSchema>;
export type RunVariable = z.output<typeof runVariableSchema>;
