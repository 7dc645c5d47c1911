/**
 * Tickets: what a study's owner asks of it, written where only they can write. Messages name tickets, as anybody who reaches the Temporal
 * server can send one; each ticket is good for one message.
 */
import { randomUUID } from 'node:crypto';
import type { DocumentFolder } from '../objects/index.ts';
import type { TicketOrder } from '../run/messages.ts';
import { layout } from './layout.ts';
import type { StudyTicket, TicketTaker } from './schemas/ticket.ts';

/** A ticket that nobody took for so long has lapsed: whoever wrote it has forgotten it. */
export const ticketLifeDays = 30;

/** Whether a text can be the name of a ticket. */
export function isTicketName(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u.test(text);
}

/**
 * Writes a ticket, and removes those that have lapsed: the message that named one was lost.
 * @returns its name, which nobody knows before it is sent
 */
export async function writeTicket(
  folder: DocumentFolder,
  order: TicketOrder,
  now: Date,
): Promise<string> {
  await removeLapsed(folder, now);
  const ticket = randomUUID();
  await folder.create(layout.ticket(ticket), { formatVersion: 1, at: now.toISOString(), order });
  return ticket;
}

/** Takes back a ticket that certainly nobody was told of, or that was refused before it was looked at. */
export async function dropTicket(folder: DocumentFolder, ticket: string): Promise<void> {
  if (!(await folder.has(layout.ticketTaken(ticket)))) await folder.remove(layout.ticket(ticket));
}

/** Whether a ticket is too old to be taken. */
export function hasLapsed({ at }: Pick<StudyTicket, 'at'>, now: Date): boolean {
  return now.getTime() - Date.parse(at) > ticketLifeDays * 86_400_000;
}

/** Takes a ticket for one call; true for every try of that call, false for any other one. */
export async function takeTicket(
  folder: DocumentFolder,
  ticket: string,
  taker: TicketTaker,
  now: Date,
): Promise<boolean> {
  const object = layout.ticketTaken(ticket);
  if (await folder.create(object, { ...taker, at: now.toISOString() })) return true;
  const { workflowId, runId, activityId } = await folder.read(object);
  return (
    workflowId === taker.workflowId && runId === taker.runId && activityId === taker.activityId
  );
}

/** Whether a ticket was taken by this execution of a workflow. */
export async function isTakenBy(
  folder: DocumentFolder,
  ticket: string,
  { workflowId, runId }: Pick<TicketTaker, 'workflowId' | 'runId'>,
): Promise<boolean> {
  const taken = isTicketName(ticket) ? await folder.find(layout.ticketTaken(ticket)) : undefined;
  return taken?.workflowId === workflowId && taken.runId === runId;
}

/** Binds the runs that a taken ticket lets run again to one job; false where they are bound to another. */
export async function bindTicket(
  folder: DocumentFolder,
  ticket: string,
  runs: 'asked' | 'stopped',
  jobNumber: number,
): Promise<boolean> {
  const object = layout.ticketJob(ticket, runs);
  if (await folder.create(object, { jobNumber })) return true;
  return (await folder.read(object)).jobNumber === jobNumber;
}

async function removeLapsed(folder: DocumentFolder, now: Date): Promise<void> {
  const { objects } = await folder.list(layout.allTickets);
  for (const ticket of objects.map((name) => name.replace(/\.json$/u, '')).filter(isTicketName)) {
    const found = await folder.find(layout.ticket(ticket));
    if (found !== undefined && hasLapsed(found, now)) await dropTicket(folder, ticket);
  }
}
