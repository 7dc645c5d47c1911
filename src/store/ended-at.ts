import type { DocumentFolder } from '../objects/index.ts';
import { ticketOf } from './end-records.ts';
import { layout } from './layout.ts';
import type { StudySnapshot } from './schemas/snapshot.ts';

/** When a study that is over ended last, ISO 8601: as its tickets say, else as old as its state is, else when it was started. */
export async function readEndedAt(
  folder: Pick<DocumentFolder, 'find' | 'list' | 'stamp'>,
  { createdAt }: Pick<StudySnapshot, 'createdAt'>,
): Promise<string> {
  const { objects } = await folder.list(layout.allTickets);
  const tickets = objects.flatMap((name) => ticketOf(`${layout.allTickets.prefix}${name}`) ?? []);
  const closed = await Promise.all(
    tickets
      .filter(({ part }) => part === '-closed')
      .map(async ({ ticket }) => (await folder.find(layout.ticketClosed(ticket)))?.at ?? ''),
  );
  const last = closed.sort().at(-1) ?? '';
  if (last !== '') return last;
  const stamp = await folder.stamp(layout.status);
  return stamp === undefined ? createdAt : new Date(stamp.modifiedMs).toISOString();
}
