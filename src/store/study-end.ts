/** How far a study has come to its end, by the records that its end leaves: results first, then the state, then the copy, and the ticket's record last. */
import type { DocumentFolder } from '../objects/index.ts';
import { ticketOf } from './end-records.ts';
import { layout } from './layout.ts';

/** `open`: the study goes on. `closing`: its state is kept, and a worker still copies its results. `over`: nothing more is written. */
export type StudyEnd = 'open' | 'closing' | 'over';

/** What a study's records say of its end; one that an earlier version ended, without a ticket, is over with its state. */
export async function readStudyEnd(
  folder: Pick<DocumentFolder, 'find' | 'has' | 'list'>,
): Promise<StudyEnd> {
  const hasState = await folder.has(layout.status);
  const ticket = await lastOpened(folder);
  if (ticket !== undefined && !(await folder.has(layout.ticketClosed(ticket)))) {
    return hasState ? 'closing' : 'open';
  }
  // Hashes of the end without its state: that is gone.
  return hasState || (await folder.has(layout.records)) ? 'over' : 'open';
}

/** The ticket of the study's latest start; undefined for one that was started without. */
async function lastOpened(
  folder: Pick<DocumentFolder, 'find' | 'list'>,
): Promise<string | undefined> {
  const { objects } = await folder.list(layout.allTickets);
  const opened = objects.flatMap((name) => {
    const about = ticketOf(`${layout.allTickets.prefix}${name}`);
    return about?.part === '-opened' ? [about.ticket] : [];
  });
  if (opened.length < 2) return opened[0];
  const taken = await Promise.all(
    opened.map(async (ticket) => ({
      ticket,
      at: (await folder.find(layout.ticketTaken(ticket)))?.at ?? '',
    })),
  );
  return taken.reduce((last, each) => (each.at > last.at ? each : last)).ticket;
}
