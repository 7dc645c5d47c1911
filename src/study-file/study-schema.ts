import { z } from 'zod';
import { designSchema } from './design-schema.ts';
import { executionSchema, findingSchema } from './execution-schema.ts';
import { jobSchema } from './job-schema.ts';
import { notifySchema } from './notify-schema.ts';
import { regressionSchema } from './regression-schema.ts';
import { statisticsSchema } from './statistics-schema.ts';
import { variableSchema } from './variable-schema.ts';

/** A study file as written, after YAML and before names, files and expressions are checked. */
export const studySchema = z
  .strictObject({
    $schema: z.string().optional().meta({ description: 'For editors' }),
    name: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/u)
      .max(60)
      .meta({ description: 'Lower-case letters, digits and hyphens' }),
    description: z.string().optional().meta({ description: 'A sentence for people' }),
    variables: z
      .array(variableSchema)
      .min(1)
      .max(10_000)
      .meta({ description: "The platform's job variables, in display order" }),
    design: designSchema.optional(),
    job: jobSchema,
    execution: executionSchema.optional(),
    findings: z.array(findingSchema).max(1000).optional().meta({
      description: "Values that are written to the platform's jobs at the end",
    }),
    statistics: statisticsSchema.optional(),
    regression: regressionSchema.optional(),
    notify: notifySchema.optional(),
  })
  .meta({ title: 'doeflow study file' });

/** A whole study file as written, checked in shape. */
export type WrittenStudy = z.infer<typeof studySchema>;
