import { z } from 'zod';
import { decimal, informative } from './primitives.ts';

/** A hardware type. `price` is per core hour; `storage` is GB a core, `memory` MB a core; `cores` the sizes on offer. */
export const coreTypeSchema = z.object({
  code: z.string().min(1),
  name: informative(z.string()),
  description: informative(z.string()),
  hasSsd: informative(z.boolean()),
  compute: informative(z.string()),
  isDeprecated: z.boolean().nullish(),
  price: informative(decimal),
  lowPriorityPrice: informative(decimal),
  remoteVizAllowed: informative(z.boolean()),
  storage: informative(z.number()),
  walltimeRequired: z.boolean().nullish(),
  displayOrder: informative(z.number()),
  io: informative(z.string()),
  memory: informative(z.number()),
  cores: z.array(z.number().int()).nullish(),
  isPrimary: informative(z.boolean()),
  processorInfo: informative(z.string()),
  storageIo: informative(z.string()),
});

export type CoreType = z.output<typeof coreTypeSchema>;
