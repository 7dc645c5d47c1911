import { z } from 'zod';
import type { TicketOrder } from '../../run/messages.ts';

const runsSchema = z.union([
  z.literal('failed'),
  z.array(z.number().int().nonnegative()).readonly(),
]);

const orderSchema: z.ZodType<TicketOrder> = z.discriminatedUnion('asks', [
  z.object({
    asks: z.literal('start'),
    stop: z.enum(['stop', 'force', 'shutdown']).exactOptional(),
  }),
  z.object({
    asks: z.literal('retry'),
    runs: runsSchema,
    revision: z.number().int().min(2).exactOptional(),
    joinOnly: z.literal(true).exactOptional(),
  }),
  z.object({ asks: z.literal('resume') }),
  z.object({ asks: z.literal('amend'), revision: z.number().int().min(2) }),
]);

/** What the study's owner asks of it. */
export const ticketSchema = z.object({
  formatVersion: z.literal(1),
  /** ISO 8601, UTC. */
  at: z.string(),
  order: orderSchema,
});

/** The one call that has the ticket, as the Temporal server names it. */
export const takenSchema = z.object({
  workflowId: z.string(),
  runId: z.string(),
  activityId: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
});

/** The further job in which the runs that the ticket asks for, or lets go on, run again. */
export const ticketJobSchema = z.object({ jobNumber: z.number().int().positive() });

/** How the study was found by the start that the ticket allowed: without an end, where an execution of it was lost. */
export const ticketOpenedSchema = z.object({ wasLost: z.boolean() });

/** The study has ended, and has been closed, after the start that the ticket allowed. */
export const ticketClosedSchema = z.object({ at: z.string() });

export type StudyTicket = Readonly<z.output<typeof ticketSchema>>;

export type TicketTaker = Readonly<Omit<z.output<typeof takenSchema>, 'at'>>;
