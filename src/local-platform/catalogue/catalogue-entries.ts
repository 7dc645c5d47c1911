import { z } from 'zod';

const text = z.string().default('');
const flag = z.boolean().default(false);

const coreTypeFields = z.object({
  code: z.string().min(1),
  name: text,
  description: text,
  hasSsd: flag,
  compute: text,
  isDeprecated: flag,
  /** Per core hour, in US dollars. */
  price: z.number().nonnegative().default(0),
  lowPriorityPrice: z.union([z.string(), z.number()]).transform(String).default('0'),
  remoteVizAllowed: flag,
  /** GB a core. */
  storage: z.number().int().nonnegative().default(0),
  walltimeRequired: flag,
  displayOrder: z.number().int().nullable().default(null),
  io: text,
  /** MB a core. */
  memory: z.number().int().nonnegative().default(0),
  cores: z.array(z.number().int().positive()).min(1).default([1]),
  isPrimary: flag,
  processorInfo: text,
  storageIo: text,
  categoryCodes: z.array(z.string()).default(['general']),
  /** GPUs of each size in `cores`. */
  gpuCounts: z.array(z.number().int().nonnegative()).optional(),
});

/** A core type as the catalogue file gives it; everything but its code may be left out. */
export const coreTypeEntrySchema = coreTypeFields
  .refine(({ cores, gpuCounts }) => gpuCounts === undefined || gpuCounts.length === cores.length, {
    path: ['gpuCounts'],
    message: 'Expected one number for each size in `cores`',
  })
  .transform((entry) => ({ ...entry, gpuCounts: entry.gpuCounts ?? entry.cores.map(() => 0) }));

const versionEntry = z.object({
  version: text,
  versionCode: z.string().min(1),
  eula: z.unknown().default(null),
  allowedCoreTypes: z.array(z.string()).default([]),
  stdCommand: text,
  mpiCommand: text,
  smpCommand: text,
});

/** An analysis (software package) as the catalogue file gives it; everything but its code and its versions may be left out. */
export const analysisEntrySchema = z.object({
  code: z.string().min(1),
  name: text,
  description: text,
  industries: z
    .array(z.object({ name: z.string(), icon: z.string().nullable().default(null) }))
    .default([]),
  versions: z.array(versionEntry).min(1),
  supportDesks: z
    .array(z.object({ code: z.string(), displayName: z.string(), email: z.string() }))
    .default([]),
  vendorName: text,
  pricing: text,
  hasRescaleLicense: flag,
  hasShortTermLicense: flag,
  licenseSettings: z
    .array(
      z.object({
        isServer: z.boolean(),
        licenseType: z.string(),
        helpText: z.string(),
        name: z.string(),
        label: z.string(),
      }),
    )
    .default([]),
  optimizerType: z.record(z.string(), z.unknown()).nullable().default(null),
  thumbnail: text,
  resources: z.array(z.object({ url: z.string(), name: z.string() })).default([]),
});

export type CoreTypeEntry = z.output<typeof coreTypeEntrySchema>;
export type AnalysisEntry = z.output<typeof analysisEntrySchema>;
