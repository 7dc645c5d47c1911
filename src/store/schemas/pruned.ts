import { z } from 'zod';

/** What stays of a study whose records and files were removed on purpose. */
export const prunedSchema = z.object({
  formatVersion: z.literal(1),
  studyId: z.string(),
  studyName: z.string(),
  planHash: z.string(),
  /** ISO 8601, UTC: when the study was started, when it ended, and when its removal began. */
  createdAt: z.string(),
  endedAt: z.string(),
  prunedAt: z.string(),
  engineVersion: z.string(),
  /** Who asked for it. */
  by: z.string(),
  /** How the study had ended. */
  state: z.string(),
  runs: z.object({ total: z.number(), done: z.number(), failed: z.number() }),
  /** Where a copy lies that was read back before the removal began; absent where its owner went without. */
  archive: z.object({ name: z.string(), destination: z.string(), version: z.number() }).optional(),
  /** The readable copy of its results, which is left alone. */
  resultsDir: z.string().optional(),
  /** Of the local platform of its home: jobs and uploads that go with it. Absent for a study of another platform, whose jobs stay. */
  local: z.object({ jobIds: z.array(z.string()), fileIds: z.array(z.string()) }).optional(),
  /** What it took in the store; absent where that can't be told. */
  bytes: z.number().optional(),
  /** ISO 8601, UTC; absent while something of it is left. */
  finishedAt: z.string().optional(),
});

export type PrunedStudy = Readonly<z.output<typeof prunedSchema>>;
