import { layout, readRevisions, ticketOf, type DocumentFolder } from '../store/index.ts';

/**
 * Times (ISO 8601, UTC) before which the price of a study may have been read anew: an end reads it, after which the study goes on by an order of its owner,
 * and so may an amendment of its hardware.
 */
export async function timesOfPrice(folder: DocumentFolder): Promise<readonly string[]> {
  const { prefix } = layout.allTickets;
  const { objects } = await folder.list(layout.allTickets);
  const orders = objects.flatMap((name) => {
    const found = ticketOf(`${prefix}${name}`);
    return found?.part === '' ? [found.ticket] : [];
  });
  const tickets = await Promise.all(orders.map((ticket) => folder.find(layout.ticket(ticket))));
  const revisions = await readRevisions(folder);
  return [
    ...tickets.flatMap((ticket) => ticket?.at ?? []),
    ...revisions.map(({ createdAt }) => createdAt),
  ];
}
