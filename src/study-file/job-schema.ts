/** Shape of `job`: the platform's create-job fields under their own names, and the engine's short forms of them. */
import { z } from 'zod';

const fileReference = z.union([
  z.string().min(1),
  z.strictObject({
    file: z.string().min(1),
    decompress: z
      .boolean()
      .optional()
      .meta({ description: 'false keeps an archive packed. Default: true' }),
  }),
]);

const script = z.strictObject({
  script: z.string().min(1).meta({ description: 'File that is uploaded' }),
  command: z.string().min(1).meta({ description: 'Command that starts it' }),
});

const analysisFields = {
  analysis: z
    .strictObject({ code: z.string().min(1), version: z.string().min(1).optional() })
    .meta({ description: "Software by the platform's code" }),
  command: z.string().min(1).meta({ description: 'Command of one run' }),
  useMpi: z.boolean().optional(),
  envVars: z.record(z.string(), z.string()).optional(),
  flags: z.record(z.string(), z.unknown()).optional(),
  useRescaleLicense: z.boolean().optional(),
  onDemandLicenseSeller: z
    .strictObject({ code: z.string(), name: z.string().optional() })
    .optional(),
  userDefinedLicenseSettings: z
    .strictObject({
      featureSets: z.array(
        z.strictObject({
          name: z.string(),
          features: z.array(z.strictObject({ name: z.string(), count: z.int().min(0) })),
        }),
      ),
    })
    .optional(),
  inputFiles: z.array(fileReference).optional(),
  templates: z
    .array(
      z.strictObject({
        template: z.string().min(1).meta({ description: 'File with ${name} placeholders' }),
        as: z
          .string()
          .min(1)
          .meta({ description: "Path of the rendered file in the run's folder" }),
      }),
    )
    .optional(),
  templateTasks: z
    .array(
      z.strictObject({ templateFile: z.string().min(1), processedFilename: z.string().min(1) }),
    )
    .optional()
    .meta({ description: "The platform's spelling of `templates`" }),
  preProcess: script.optional(),
  postProcess: script.optional(),
  preProcessScript: z.string().min(1).optional(),
  preProcessScriptCommand: z.string().min(1).optional(),
  postProcessScript: z.string().min(1).optional(),
  postProcessScriptCommand: z.string().min(1).optional(),
};

const code = z.union([z.string().min(1), z.strictObject({ code: z.string().min(1) })]);

const oneValue = z.union([z.string(), z.number()]);
const fieldValue = z.union([oneValue, z.array(oneValue).min(1)]);

/** `hardware` as written. */
export const hardwareSchema = z
  .strictObject({
    coreType: code.optional().meta({ description: 'Core type code' }),
    coreClass: code.optional().meta({ description: 'Core type set code, instead of coreType' }),
    coresPerSlot: z.int().min(1).optional().meta({ description: 'Default: 1' }),
    slots: z.int().min(1).optional().meta({ description: 'Runs at the same time. Default: 1' }),
    walltime: z.int().min(1).optional().meta({ description: 'Hours' }),
    type: z.string().optional(),
  })
  .meta({ description: 'Machines of the job' });

const jobAnalysis = z.strictObject({ ...analysisFields, hardware: hardwareSchema.optional() });

/** `job` as written: one analysis in place, or several under `jobanalyses`. */
export const jobSchema = z
  .strictObject({
    ...analysisFields,
    analysis: analysisFields.analysis.optional(),
    command: analysisFields.command.optional(),
    hardware: hardwareSchema.optional(),
    jobanalyses: z
      .array(jobAnalysis)
      .min(1)
      .optional()
      .meta({ description: 'Several analyses, run one after the other on the same hardware' }),
    runWalltime: z
      .string()
      .optional()
      .meta({ description: 'Limit of one run, such as 90s, 5m or 1h30m' }),
    collect: z
      .array(z.string().min(1))
      .optional()
      .meta({ description: 'Globs of files to keep besides those that outputs name' }),
    customFields: z
      .record(z.string().min(1), fieldValue)
      .optional()
      .meta({ description: "Values of the platform's custom fields, by the field's name" }),
    projectId: z.string().optional(),
    billingPriorityValue: z.enum(['INSTANT', 'ON_DEMAND', 'RESERVED']).optional(),
    isLowPriority: z.boolean().optional(),
    resourceFilters: z.array(z.record(z.string(), z.unknown())).optional(),
    archiveFilters: z.array(z.string()).optional(),
  })
  .meta({ description: 'What each run executes, and on what' });

/** `job` as written, checked in shape. */
export type WrittenJob = z.infer<typeof jobSchema>;
/** One of several analyses as written. */
export type WrittenAnalysis = z.infer<typeof jobAnalysis>;
/** `hardware` as written. */
export type WrittenHardware = z.infer<typeof hardwareSchema>;
