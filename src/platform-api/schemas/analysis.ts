import { z } from 'zod';
import { informative } from './primitives.ts';

/** One installed version of a software package and where it may run. */
export const analysisVersionSchema = z.object({
  version: informative(z.string()),
  versionCode: z.string(),
  eula: z.unknown().optional(),
  allowedCoreTypes: z.array(z.string()).nullish(),
  stdCommand: informative(z.string()),
  mpiCommand: informative(z.string()),
  smpCommand: informative(z.string()),
});

const industry = z.object({ name: informative(z.string()), icon: informative(z.string()) });
const supportDesk = z.object({
  code: informative(z.string()),
  displayName: informative(z.string()),
  email: informative(z.string()),
});
const licenseSetting = z.object({
  isServer: informative(z.boolean()),
  licenseType: informative(z.string()),
  helpText: informative(z.string()),
  name: informative(z.string()),
  label: informative(z.string()),
});
const tutorial = z.object({ url: informative(z.string()), name: informative(z.string()) });

/** A software package ("analysis"). `description` may hold HTML: never show it unescaped. */
export const analysisSchema = z.object({
  code: z.string().min(1),
  name: informative(z.string()),
  description: informative(z.string()),
  industries: informative(z.array(industry)),
  versions: z.array(analysisVersionSchema).nullish(),
  supportDesks: informative(z.array(supportDesk)),
  vendorName: informative(z.string()),
  pricing: informative(z.string()),
  hasRescaleLicense: informative(z.boolean()),
  hasShortTermLicense: informative(z.boolean()),
  licenseSettings: informative(z.array(licenseSetting)),
  optimizerType: informative(z.record(z.string(), z.unknown())),
  thumbnail: informative(z.string()),
  resources: informative(z.array(tutorial)),
});

export type Analysis = z.output<typeof analysisSchema>;
export type AnalysisVersion = z.output<typeof analysisVersionSchema>;
