import { z } from 'zod';

/** A finite number. */
export const number = z.number();

/** A count, or the number of a run, case or degree of freedom. */
export const whole = z.int().min(0);

/** Name of a variable. */
export const name = z.string().meta({ description: 'Name of the variable' });

/** An arithmetic mean. */
export const mean = number.meta({ description: 'Arithmetic mean' });

/** A sample's standard deviation. */
export const standardDeviation = number
  .optional()
  .meta({ description: 'Root of the unbiased variance; from 2 values' });

/** Inputs that have no part in a result. */
export const leftOut = z
  .array(
    z.strictObject({
      input: name,
      reason: z.string().meta({ description: 'Why, in a sentence' }),
    }),
  )
  .readonly()
  .optional();

/** Two numbers, the smaller first. */
export const interval = z.tuple([z.number(), z.number()]).readonly();

/** The schema with what it means. */
export function describe<T extends z.ZodType>(schema: T, description: string): T {
  return schema.meta({ description });
}
