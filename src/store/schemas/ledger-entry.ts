/** Entries of a study's ledgers: what was done on the platform, who may go next, and what is set aside to be spent. */
import { z } from 'zod';

const common = {
  /** ISO 8601, UTC. */
  at: z.string(),
  /** What it is about, such as `create-job`. */
  what: z.string(),
  /** Names the one thing that the entries are about; equal for all entries of one effect, ticket or reservation. */
  key: z.string(),
};

/**
 * An effect on the platform. `intent` stands before the request: from then on it may have happened. `sent`: the platform confirmed it.
 * `found`: a later look found it there. `done`: nothing more follows of it.
 */
const effectSchema = z.object({
  kind: z.literal('effect'),
  ...common,
  effect: z.enum(['intent', 'sent', 'found', 'done']),
  /** The platform's id of what was made or changed. */
  platformId: z.string().optional(),
});

/** A place in a queue. */
const ticketSchema = z.object({
  kind: z.literal('ticket'),
  ...common,
  ticket: z.enum(['drawn', 'returned']),
});

/** Money set aside for a job. */
const reservationSchema = z.object({
  kind: z.literal('reservation'),
  ...common,
  reservation: z.enum(['reserved', 'spent', 'released']),
  cost: z.number().nonnegative(),
  /** ISO 4217 code; null where the platform doesn't say. */
  currency: z.string().nullable(),
});

/** One entry, whatever the ledger. */
export const ledgerEntrySchema = z.discriminatedUnion('kind', [
  effectSchema,
  ticketSchema,
  reservationSchema,
]);

export type LedgerEntry = Readonly<z.output<typeof ledgerEntrySchema>>;

/** One page: entries that were made together, in order. */
export const ledgerPageSchema = z.object({ entries: z.array(ledgerEntrySchema) });
