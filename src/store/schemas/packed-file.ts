import { z } from 'zod';

/** Where a small file of a run lies within a pack. */
export interface PackedFile {
  readonly run: number;
  readonly attempt: number;
  /** Below the folder of the attempt, with `/` between. */
  readonly path: string;
  /** Byte of the pack at which it begins. */
  readonly at: number;
  readonly bytes: number;
  /** When it was collected; milliseconds since 1970, with fractions. */
  readonly modifiedMs: number;
}

/** One line of a pack's index. */
export const packedFileSchema: z.ZodType<PackedFile> = z.object({
  run: z.number().int(),
  attempt: z.number().int(),
  path: z.string(),
  at: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  modifiedMs: z.number(),
});
