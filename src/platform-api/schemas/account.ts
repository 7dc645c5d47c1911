import { z } from 'zod';
import { decimal, informative } from './primitives.ts';

const company = z.object({ code: informative(z.string()), name: informative(z.string()) });
const workspace = z.object({
  id: informative(z.union([z.string(), z.number().transform(String)])),
  name: informative(z.string()),
});

/** Who the token belongs to; served beyond the document. */
export const userSchema = z.object({
  email: informative(z.string()),
  firstName: informative(z.string()),
  lastName: informative(z.string()),
  company: informative(company),
  workspace: informative(workspace),
});

/** A core type's price under one plan; served beyond the document. */
export const computePriceSchema = z.object({
  coreType: informative(z.string()),
  os: informative(z.string()),
  planType: informative(z.string()),
  planName: informative(z.string()),
  isActive: informative(z.boolean()),
  value: informative(z.object({ amount: informative(decimal), currency: informative(z.string()) })),
});

export type User = z.output<typeof userSchema>;
export type ComputePrice = z.output<typeof computePriceSchema>;
