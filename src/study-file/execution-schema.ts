/** Shape of `execution` and `findings`. */
import { z } from 'zod';
import { findingTypes } from '../study/study.ts';

const attempts = z.int().min(0).max(100);

/** `execution` as written. */
export const executionSchema = z
  .strictObject({
    runsPerJob: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Most runs of one job. Default: all runs in one job' }),
    maxConcurrentJobs: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'Jobs on the platform at the same time. Default: 4' }),
    cluster: z
      .strictObject({
        id: z.string().min(1).optional().meta({ description: 'An existing cluster' }),
        name: z
          .string()
          .min(1)
          .optional()
          .meta({ description: 'A cluster that the study creates' }),
        slots: z.int().min(1).optional().meta({ description: 'Runs at the same time' }),
        walltime: z.int().min(1).optional().meta({ description: 'Hours' }),
        keepWhilePaused: z.boolean().optional().meta({
          description:
            'Keep the cluster, and pay for it, while the study is paused. Default: it is given back, and asked for again when the study goes on',
        }),
      })
      .optional()
      .meta({ description: 'Persistent cluster; absent: each job brings its own hardware' }),
    retries: z
      .union([
        attempts,
        z.strictObject({
          platform: attempts.optional().meta({ description: 'The platform lost or cut the run' }),
          timeout: attempts
            .optional()
            .meta({ description: 'The run took longer than runWalltime' }),
          solver: attempts.optional().meta({ description: 'The command ended with an exit code' }),
          output: attempts
            .optional()
            .meta({ description: 'An output was missing or not readable' }),
        }),
      ])
      .optional()
      .meta({ description: 'Further attempts of a failed run, for all causes or by cause' }),
    maxCost: z.union([z.number().positive(), z.string()]).optional().meta({
      description:
        'What is spent and set aside never passes it, such as 200 or 200 USD: the study pauses before. Default: no limit',
    }),
    maxFailedRuns: z
      .union([z.int().min(0), z.string()])
      .optional()
      .meta({ description: 'A number of runs, or a share such as 10%. Default: 0' }),
    failFast: z.int().min(0).max(10_000).optional().meta({
      description:
        'A guard acts when so many runs of a job failed and none is done. 0: never. Default: 5',
    }),
    maxConsecutiveFailedRuns: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'A guard acts when more runs failed in a row. Default: no limit' }),
    onLimit: z.enum(['pause', 'finish', 'abort']).optional().meta({
      description:
        'What to do when more runs have failed, or a guard acts. Default: finish; for guards: pause',
    }),
    canary: z.int().min(1).optional().meta({
      description:
        'The first so many runs become a job of their own; the others wait until one of them is done',
    }),
    reuse: z.boolean().optional().meta({
      description:
        'Take results from finished runs of any study of the store that have the same inputs, files, commands and software, instead of running them again. Default: false',
    }),
  })
  .meta({ description: 'How the runs are divided into jobs, and what to do about failures' });

/** One entry of `findings` as written. */
export const findingSchema = z.strictObject({
  name: z.string().min(1).max(255).meta({ description: 'Name of the custom field' }),
  valueType: z.enum(findingTypes).optional().meta({ description: 'Default: number' }),
  value: z.union([z.string(), z.array(z.string()).min(1).max(100)]).meta({
    description:
      'Expression over columns, such as mean(stress); for a date also started or ended; for a file a table of the results; for a user owner or an e-mail address. A list makes a field of several values',
  }),
  options: z
    .array(z.string().min(1).max(255))
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'What a select can say' }),
  allowOther: z
    .boolean()
    .optional()
    .meta({ description: 'Whether a select may say something else, too. Default: false' }),
  where: z.string().optional().meta({ description: 'Condition that selects the runs' }),
});

/** `execution` as written, checked in shape. */
export type WrittenExecution = z.infer<typeof executionSchema>;
/** One finding as written, checked in shape. */
export type WrittenFinding = z.infer<typeof findingSchema>;
