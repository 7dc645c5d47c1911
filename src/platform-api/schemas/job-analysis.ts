import { z } from 'zod';
import { fileReferenceSchema, fileSchema } from './file.ts';
import { hardwareRequestSchema, hardwareSchema } from './hardware.ts';
import { informative, listOf } from './primitives.ts';

const featureSet = z.object({
  name: z.string(),
  features: z.array(z.object({ name: z.string(), count: z.number().int() })),
});
const licenseSeller = z.object({ code: z.string(), name: z.string().optional() });
const stringMap = z.record(z.string(), z.string());

/** One piece of software inside a job, as the platform answers it. */
export const jobAnalysisSchema = z.object({
  analysis: z.object({
    code: z.string(),
    version: informative(z.string()),
    name: informative(z.string()),
    versionName: informative(z.string()),
  }),
  command: informative(z.string()),
  hardware: informative(hardwareSchema),
  useMpi: informative(z.boolean()),
  envVars: informative(stringMap),
  flags: informative(z.record(z.string(), z.unknown())),
  inputFiles: listOf(fileSchema.partial({ name: true })),
  useRescaleLicense: informative(z.boolean()),
  templateTasks: listOf(
    z.object({
      processedFilename: z.string(),
      templateFile: fileSchema.partial({ name: true }),
    }),
  ),
  preProcessScript: informative(fileSchema.partial({ name: true })),
  preProcessScriptCommand: informative(z.string()),
  postProcessScript: informative(fileSchema.partial({ name: true })),
  postProcessScriptCommand: informative(z.string()),
  onDemandLicenseSeller: informative(licenseSeller),
  userDefinedLicenseSettings: informative(z.object({ featureSets: listOf(featureSet) })),
});

/** One piece of software inside a job, as a client sends it. `analysis`, `command` and `hardware` are required. */
export const jobAnalysisRequestSchema = z.object({
  analysis: z.object({ code: z.string().min(1), version: z.string().optional() }),
  command: z.string(),
  hardware: hardwareRequestSchema,
  useMpi: z.boolean().optional(),
  envVars: stringMap.nullable().optional(),
  flags: z.record(z.string(), z.unknown()).nullable().optional(),
  inputFiles: z.array(fileReferenceSchema).nullable().optional(),
  useRescaleLicense: z.boolean().optional(),
  templateTasks: z
    .array(z.object({ processedFilename: z.string().min(1), templateFile: fileReferenceSchema }))
    .nullable()
    .optional(),
  preProcessScript: fileReferenceSchema.nullable().optional(),
  preProcessScriptCommand: z.string().nullable().optional(),
  postProcessScript: fileReferenceSchema.nullable().optional(),
  postProcessScriptCommand: z.string().nullable().optional(),
  onDemandLicenseSeller: licenseSeller.nullable().optional(),
  userDefinedLicenseSettings: z
    .object({ featureSets: z.array(featureSet) })
    .nullable()
    .optional(),
});

export type JobAnalysis = z.output<typeof jobAnalysisSchema>;
export type JobAnalysisRequest = z.input<typeof jobAnalysisRequestSchema>;
