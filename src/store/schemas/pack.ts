import { z } from 'zod';

/** Number of the job, and the beginning of the SHA-256 of the whole pack. */
export const packNameForm = /^\d{1,15}-[0-9a-f]{32}$/u;

/** First line of a pack: which files follow it, one right behind the other. */
export const packIndexSchema = z.object({
  formatVersion: z.literal(1),
  files: z.array(
    z.object({
      run: z.number().int(),
      attempt: z.number().int(),
      path: z.string(),
      bytes: z.number().int().nonnegative(),
    }),
  ),
});
