/** Shape of `design`. Settings of a single method are beside the others, under their own names. */
import { z } from 'zod';
import { designMethods } from '../design/index.ts';
import { mostRuns } from '../study/most-runs.ts';
import type { DesignMethod } from '../design/design-settings.ts';

const methodNames = Object.keys(designMethods) as DesignMethod[];

/** `design` as written. */
export const designSchema = z
  .looseObject({
    method: z.enum(methodNames).optional().meta({
      description: 'Default: full-factorial where every variable has levels, else monte-carlo',
    }),
    runs: z
      .int()
      .min(1)
      .max(mostRuns)
      .optional()
      .meta({ description: 'Rows of the design, before cases and replicates' }),
    seed: z.int().min(0).optional().meta({ description: '0 .. 2^53 - 1. Default: 1' }),
    includeNominalRun: z
      .boolean()
      .optional()
      .meta({ description: 'Adds run 0 at the nominal values. Default: false' }),
    replicates: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({ description: 'How often each row is run. Default: 1' }),
    extend: z.array(z.int().min(1).max(mostRuns)).optional().meta({
      description: 'Further rows, step by step; earlier runs keep their numbers and values',
    }),
    randomize: z
      .boolean()
      .optional()
      .meta({ description: 'Runs the rows of a structured design in random order' }),
    where: z
      .string()
      .optional()
      .meta({ description: 'Condition on Param and Design variables; other rows are replaced' }),
    file: z.string().min(1).optional().meta({ description: 'CSV of a `table` design' }),
    ignore: z
      .array(z.string())
      .optional()
      .meta({ description: "Columns of that CSV that aren't variables" }),
  })
  .meta({ description: 'Which values the runs get' });

/** For editors: the settings of single methods, with the methods that take them. */
export const methodFields: Readonly<Record<string, { readonly description: string }>> =
  Object.fromEntries(
    methodNames
      .flatMap((name) => designMethods[name].options)
      .map((key) => {
        const takers = methodNames.filter((name) => designMethods[name].options.includes(key));
        return [key, { description: `Setting of ${takers.join(', ')}` }];
      }),
  );

/** `design` as written, checked in shape. */
export type WrittenDesign = z.infer<typeof designSchema>;
