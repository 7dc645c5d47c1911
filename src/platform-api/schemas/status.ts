import { z } from 'zod';
import { informative } from './primitives.ts';

/** One entry of a job's, a job cluster's or a persistent cluster's history. */
export const statusEntrySchema = z.object({
  /** Display name as the platform writes it; unknown words stay as they are. */
  status: z.string(),
  statusDate: z.string().nullish(),
  statusReason: z.string().nullish(),
  id: informative(z.string()),
  clusterId: informative(z.string()),
});

export type StatusEntry = z.output<typeof statusEntrySchema>;

/** One line of a job's extended log; `timestamp` is epoch milliseconds, as a number or as text. */
export const logEntrySchema = z.object({
  id: informative(z.string()),
  displayTimestamp: informative(z.string()),
  timestamp: informative(z.union([z.number(), z.string()])),
  level: informative(z.string()),
  message: z.string().nullish(),
  source: informative(z.string()),
});

export type LogEntry = z.output<typeof logEntrySchema>;
