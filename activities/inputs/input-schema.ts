/** What schemas of activity inputs are made of: the forms that all messages share. Fields that aren't known are dropped, as a newer version may send them. */
import { z } from 'zod';
import {
  describeValue,
  isTime,
  mostEntries,
  numberForms,
  textForms,
  timeWords,
} from '../../src/run/message-forms.ts';

const expected =
  (words: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    `expected ${words}, got ${describeValue(input)}`;

/** A text of a form. */
export function text(form: keyof typeof textForms): z.ZodType<string> {
  const { pattern, words } = textForms[form];
  return z.string({ error: expected(words) }).regex(pattern, { error: expected(words) });
}

/** A whole number of a form. */
export function whole(form: keyof typeof numberForms): z.ZodType<number> {
  const { least, most } = numberForms[form];
  const error = expected(`a whole number from ${least} to ${most}`);
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

/** ISO 8601, UTC. */
export const time: z.ZodType<string> = z
  .string({ error: expected(timeWords) })
  .refine(isTime, { error: expected(timeWords) });

/** Every element by one schema. */
export function list<T>(element: z.ZodType<T>, least = 0): z.ZodType<readonly T[]> {
  return z.array(element).min(least).max(mostEntries);
}

/** An object with a schema for each field of `T`: one that is forgotten doesn't compile. */
export function fields<T>(schemas: {
  readonly [Key in keyof T]-?: z.ZodType<T[Key]>;
}): z.ZodType<T> {
  return z.object(schemas) as unknown as z.ZodType<T>;
}
