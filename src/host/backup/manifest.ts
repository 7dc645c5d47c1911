/** What a back-up of a home folder says of itself: one line a file, and last of all a summary, without which it isn't whole. */
import { z } from 'zod';

/** One thing of the home, by its path below it. */
export const backupLineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), path: z.string(), mode: z.number().int() }),
  z.object({
    kind: z.literal('file'),
    path: z.string(),
    mode: z.number().int(),
    bytes: z.number().int().nonnegative(),
    sha256: z.string(),
  }),
  z.object({ kind: z.literal('link'), path: z.string(), target: z.string() }),
]);

/** The summary of a back-up. */
export const backupSummarySchema = z.object({
  formatVersion: z.literal(1),
  engineVersion: z.string(),
  /** ISO 8601, UTC. */
  madeAt: z.string(),
  /** Absolute path of the home. */
  home: z.string(),
  /** Of the store in it. */
  engineId: z.string(),
  files: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  /** SHA-256 of the lines. */
  lines: z.string(),
});

export type BackupLine = Readonly<z.output<typeof backupLineSchema>>;
export type BackupSummary = Readonly<z.output<typeof backupSummarySchema>>;

/** Names within the folder of a back-up. */
export const backupNames = {
  summary: 'backup.json',
  lines: 'files.ndjson',
  home: 'home',
} as const;
