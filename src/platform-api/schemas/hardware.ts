import { z } from 'zod';
import { coreTypeReference, identifier, informative } from './primitives.ts';

const coreSummary = z.object({
  memoryPerNode: informative(z.number()),
  storagePerNode: informative(z.number()),
  numberOfNodes: informative(z.number()),
  gpusPerNode: informative(z.number()),
});

const coreClass = z.object({
  acronym: informative(z.string()),
  code: informative(z.string()),
  coreTypeConfigs: informative(
    z.array(
      z.object({
        coreType: informative(coreTypeReference),
        name: informative(z.string()),
        order: informative(z.number().int()),
        priority: informative(z.union([z.string(), z.number()])),
      }),
    ),
  ),
});

/** Hardware as the platform answers it. `walltime` is hours. */
export const hardwareSchema = z.object({
  coreType: informative(coreTypeReference),
  coreClass: informative(coreClass),
  coresPerSlot: informative(z.number().int()),
  slots: informative(z.number().int()),
  type: informative(z.string()),
  walltime: informative(z.number()),
  coreSummary: informative(coreSummary),
});

/** Hardware as a client sends it: either `coreType` (code in v2, `{code}` in v3) or `coreClass`, never both. `walltime` is hours. */
export const hardwareRequestSchema = z.object({
  coreType: coreTypeReference.optional(),
  coreClass: z.object({ code: identifier }).optional(),
  coresPerSlot: z.number().int().positive(),
  slots: z.number().int().positive().optional(),
  type: z.string().optional(),
  walltime: z.number().int().nonnegative().nullable().optional(),
});

export type Hardware = z.output<typeof hardwareSchema>;
export type HardwareRequest = z.output<typeof hardwareRequestSchema>;
