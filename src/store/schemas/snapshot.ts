import { z } from 'zod';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/u);

/** All that a study reads, by hash, and what it was started with. */
export const snapshotSchema = z.object({
  formatVersion: z.literal(1),
  studyId: z.string(),
  studyName: z.string(),
  planHash: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  engineVersion: z.string(),
  studyFile: z.object({ name: z.string(), sha256: sha256Schema }),
  files: z.array(
    z.object({
      /** As written in the study file. */
      path: z.string(),
      role: z.enum(['input', 'template', 'script', 'case', 'table']),
      sha256: sha256Schema,
      bytes: z.number().int().nonnegative(),
    }),
  ),
  /** Where the readable copy goes; absolute. */
  resultsDir: z.string().optional(),
});

export type StudySnapshot = Readonly<z.output<typeof snapshotSchema>>;
