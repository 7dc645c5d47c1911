import { UsageError } from '../../errors.ts';
import type { TicketName, TicketOrder } from '../../run/messages.ts';
import { dropTicket, writeTicket } from '../../store/index.ts';
import type { Engine } from '../engine/open-engine.ts';
import { sendUpdate } from './send-update.ts';

/**
 * Writes what is asked into the study's folder in the store, then sends a message that only names it. A command that is cut off between the
 * two leaves a ticket that nobody takes: the same command writes another.
 * @returns as {@link sendUpdate}
 */
export async function sendTicket<T>(
  { store, now }: Pick<Engine, 'store' | 'now'>,
  studyId: string,
  order: TicketOrder,
  send: (named: TicketName) => Promise<T>,
): Promise<{ readonly answer: T } | 'ended' | 'ending'> {
  const folder = store.study(studyId);
  const ticket = await writeTicket(folder, order, now());
  try {
    const sent = await sendUpdate(studyId, () => send({ ticket }));
    if (typeof sent === 'string') await dropTicket(folder, ticket);
    return sent;
  } catch (error) {
    // Whether a message arrived whose answer was lost isn't known: its ticket stays, to be taken.
    if (error instanceof UsageError) await dropTicket(folder, ticket);
    throw error;
  }
}
