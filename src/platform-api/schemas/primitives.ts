/** The few shapes that every resource of the platform is made of. Unknown fields are dropped, never an error. */
import { z } from 'zod';
import { platformIdForm } from '../../platform-id.ts';

/** An id: one part of an address, as text or as a whole number on the wire; numbers are taken as their text. */
export const identifier = z.union([
  z.string().regex(platformIdForm.pattern, `Expected ${platformIdForm.words}`),
  z.number().int().transform(String),
]);

/** A decimal that arrives as a number or as its text; read as a number. */
export const decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/, 'Expected a decimal number')
    .transform(Number),
]);

/** A field nobody decides by: absent or of an unexpected type, it reads as undefined instead of failing the record. */
export function informative<T extends z.ZodType>(schema: T) {
  return schema.nullish().catch(undefined);
}

/** A list that may be absent or null; reads as empty. */
export function listOf<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
}

/** A core type: its code in v2, `{code}` in v3; reads as the code. */
export const coreTypeReference = z.union([
  z.string().min(1),
  z.object({ code: z.string().min(1) }).transform(({ code }) => code),
]);

/** One page of a list: `count` of all items, neighbours' addresses (never followed), and this page's items. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    count: z.number().int().nonnegative().nullish().catch(undefined),
    next: informative(z.string()),
    previous: informative(z.string()),
    results: z.array(item),
  });
}

/** One page as read. */
export interface Page<T> {
  readonly count?: number | null | undefined;
  readonly next?: string | null | undefined;
  readonly previous?: string | null | undefined;
  readonly results: readonly T[];
}
