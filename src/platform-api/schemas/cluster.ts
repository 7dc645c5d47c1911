import { z } from 'zod';
import { hardwareSchema } from './hardware.ts';
import { coreTypeReference, identifier, informative } from './primitives.ts';

const installedAnalysis = z.object({
  analysis: z.object({ code: z.string().min(1), version: z.string().optional() }),
});

/** A persistent cluster; of its fields only the id is described. */
export const clusterSchema = z.object({
  id: identifier,
  name: informative(z.string()),
  hardware: informative(hardwareSchema),
  installedAnalyses: informative(z.array(installedAnalysis)),
  runLowPriority: informative(z.boolean()),
  dateInserted: informative(z.string()),
});

/** Body of create-cluster. `walltime` is hours. */
export const createClusterRequestSchema = z.object({
  name: z.string().min(1),
  hardware: z.object({
    coresPerSlot: z.number().int().positive(),
    slots: z.number().int().positive(),
    coreType: coreTypeReference,
    walltime: z.number().int().nonnegative().nullable().optional(),
  }),
  installedAnalyses: z.array(installedAnalysis),
  runLowPriority: z.boolean().optional(),
});

/** Body of submitting a saved job onto a cluster. */
export const clusterJobRequestSchema = z.object({ id: identifier, submit: z.boolean() });

/** Answer of it. */
export const clusterJobSchema = z.object({ id: identifier });

export type Cluster = z.output<typeof clusterSchema>;
export type CreateClusterRequest = z.input<typeof createClusterRequestSchema>;
