/** Shape of `job`: the platform's create-job fields under their own names, and the engine's short forms of them. */
import { z } from 'zod';

const fileReference = z.union([
  z.string().min(1),
  z.strictObject({
    file: z.string().min(1).meta({ description: 'Path from the study file' }),
    decompress: z
      .boolean()
      .optional()
      .meta({ description: 'false keeps an archive packed. Default: true' }),
  }),
]);

/** A shell takes no longer one: 128 KiB on Linux, with what surrounds it. */
const command = z.string().min(1).max(100_000);

const script = z.strictObject({
  script: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'File that is uploaded, where the command needs one' }),
  command: command.meta({ description: 'What is executed, such as sh post.sh' }),
});

const analysisFields = {
  analysis: z
    .strictObject({
      code: z
        .string()
        .min(1)
        .meta({ description: 'Such as user_included for a program of your own' }),
      version: z.string().min(1).optional().meta({ description: 'In quotes, such as "0"' }),
    })
    .meta({ description: "Software by the platform's code" }),
  command: command.meta({ description: 'Command of one run' }),
  useMpi: z.boolean().optional().meta({ description: 'Starts the command by MPI' }),
  envVars: z
    .record(z.string(), z.string().max(100_000))
    .optional()
    .meta({ description: 'Environment variables of the command' }),
  flags: z.record(z.string(), z.unknown()).optional(),
  useRescaleLicense: z
    .boolean()
    .optional()
    .meta({ description: 'Takes a license of the platform' }),
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
  inputFiles: z
    .array(fileReference)
    .optional()
    .meta({ description: 'Files that every run gets; archives are unpacked' }),
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
    .optional()
    .meta({ description: 'Files that are rendered with the values of each run' }),
  templateTasks: z
    .array(
      z.strictObject({ templateFile: z.string().min(1), processedFilename: z.string().min(1) }),
    )
    .optional()
    .meta({ description: "The platform's spelling of `templates`" }),
  preProcess: script.optional().meta({ description: 'Runs before the command of each run' }),
  postProcess: script.optional().meta({ description: 'Runs after the command of each run' }),
  preProcessScript: z.string().min(1).optional(),
  preProcessScriptCommand: z.string().min(1).optional(),
  postProcessScript: z.string().min(1).optional(),
  postProcessScriptCommand: z.string().min(1).optional(),
};

const codeText = z.string().min(1).meta({ description: 'Code, as the platform lists it' });
const code = z.union([codeText, z.strictObject({ code: codeText })]);

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
    type: z.string().optional().meta({ description: "The platform's type of hardware" }),
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
    projectId: z.string().optional().meta({ description: 'Project that pays' }),
    billingPriorityValue: z
      .enum(['INSTANT', 'ON_DEMAND', 'RESERVED'])
      .optional()
      .meta({ description: 'Price class of the hardware' }),
    isLowPriority: z.boolean().optional().meta({ description: 'Waits for cheap hardware' }),
    resourceFilters: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .meta({ description: "The platform's filters of hardware" }),
    archiveFilters: z
      .array(z.string())
      .optional()
      .meta({ description: "The platform's filters of saved files" }),
  })
  .meta({ description: 'What each run executes, and on what' });

/** `job` as written, checked in shape. */
export type WrittenJob = z.infer<typeof jobSchema>;
/** One of several analyses as written. */
export type WrittenAnalysis = z.infer<typeof jobAnalysis>;
/** `hardware` as written. */
export type WrittenHardware = z.infer<typeof hardwareSchema>;
