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

/** The runs that a fit was made of, where they are many. */
export const fitSample = z
  .strictObject({
    rows: whole.meta({ description: 'Runs that the fit was made of' }),
    of: whole.meta({ description: 'Runs that could have been taken' }),
  })
  .optional()
  .meta({
    description:
      'Where a fit has more than 8,192 runs to choose from, it is made of so many, drawn at random by the seed; absent where all are used',
  });

/** Two numbers, the smaller first. */
export const interval = z.tuple([z.number(), z.number()]).readonly();

/** The schema with what it means. */
export function describe<T extends z.ZodType>(schema: T, description: string): T {
  return schema.meta({ description });
}
