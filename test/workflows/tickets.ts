/** The tickets of pretended studies: what messages name, and what the store would say. */
import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { TicketName, TicketOrder } from '../../src/run/messages.ts';

const written = new Map<string, { readonly order: TicketOrder; takenBy?: string }>();

/** Writes a ticket; a message or a start names it. */
export function ticketFor(order: TicketOrder): TicketName {
  const ticket = randomUUID();
  written.set(ticket, { order });
  return { ticket };
}

/** The arguments of an update that names a ticket for runs that are to run again. */
export function asksRetry(order: Omit<Extract<TicketOrder, { asks: 'retry' }>, 'asks'>): {
  args: [TicketName];
} {
  return { args: [ticketFor({ asks: 'retry', ...order })] };
}

/** The arguments of an update that names a ticket by which a study goes on. */
export function asksResume(): { args: [TicketName] } {
  return { args: [ticketFor({ asks: 'resume' })] };
}

/** The arguments of an update that names a ticket by which a study is amended. */
export function asksAmendment(revision: number): { args: [TicketName] } {
  return { args: [ticketFor({ asks: 'amend', revision })] };
}

/** What a ticket says, to the one call that takes it. */
export function takeWritten(ticket: string): TicketOrder {
  const { workflowExecution, activityId } = Context.current().info;
  const taker = `${workflowExecution?.runId} ${activityId}`;
  const found = written.get(ticket);
  if (found === undefined || (found.takenBy ?? taker) !== taker) {
    throw ApplicationFailure.nonRetryable(`no ticket ${ticket}`, 'TICKET_REFUSED');
  }
  found.takenBy = taker;
  return found.order;
}
