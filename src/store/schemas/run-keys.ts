import { z } from 'zod';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/u);

/** A run of a collected job that is done, by what decides its result. */
export const runKeySchema = z.object({
  run: z.number().int(),
  attempt: z.number().int(),
  /** SHA-256 of all that decides what it gives. */
  key: sha256Schema,
  /** SHA-256 of the names and hashes of its collected files. */
  files: sha256Schema,
});

export type RunKey = Readonly<z.output<typeof runKeySchema>>;

/** Which finished run of another study stands for a run of this one; decided once, when the study is planned first. */
export const reusedRunSchema = z.object({
  run: z.number().int(),
  from: z.object({
    studyId: z.string(),
    jobNumber: z.number().int(),
    run: z.number().int(),
    attempt: z.number().int(),
    files: sha256Schema,
  }),
});

export type ReusedRun = Readonly<z.output<typeof reusedRunSchema>>;
