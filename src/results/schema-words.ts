import { z } from 'zod';

/** A finite number. */
export const number = z.number();

/** A count, or the number of a run, case or degree of freedom. */
export const whole = z.int().min(0);

/** Name of a variable. */
export const name = z.string();

/** Two numbers, the smaller first. */
export const interval = z.tuple([z.number(), z.number()]).readonly();

/** The schema with what it means. */
export function describe<T extends z.ZodType>(schema: T, description: string): T {
  return schema.meta({ description });
}
