import { UsageError } from '../../errors.ts';
import type { TicketName, TicketOrder } from '../../run/messages.ts';
import { dropTicket, writeTicket } from '../../store/index.ts';
import { isUnansweredOrder, orderStudy, type StudyOrder } from './order-study.ts';
import type { SentUpdate } from './send-update.ts';

/**
 * Writes what is asked into the study's folder in the store, then sends a message that only names it. A command that is cut off between the
 * two leaves a ticket that nobody takes: the same command writes another.
 * @returns as {@link orderStudy}
 */
export async function sendTicket<T>(
  order: StudyOrder,
  asked: TicketOrder,
  send: (named: TicketName, updateId: string) => Promise<T>,
): Promise<SentUpdate<T>> {
  const { engine } = order;
  const folder = engine.store.study(order.stored.studyId);
  const ticket = await writeTicket(folder, asked, engine.now());
  try {
    const sent = await orderStudy(order, (updateId) => send({ ticket }, updateId));
    if (typeof sent === 'string') await dropTicket(folder, ticket);
    return sent;
  } catch (error) {
    // Whether a message arrived whose answer was lost isn't known: its ticket stays, to be taken.
    if (error instanceof UsageError && !isUnansweredOrder(error)) await dropTicket(folder, ticket);
    throw error;
  }
}
