import type { DocumentFolder } from '../store/index.ts';
import { notifyLayout, type KeptEvent } from './notify-layout.ts';

/** What was to be told of a study, and whether it is over. */
export interface FoundEvent extends KeptEvent {
  readonly name: string;
  readonly isOver: boolean;
}

/** All events of a study, the oldest first. */
export async function readEvents(
  folder: Pick<DocumentFolder, 'list' | 'read'>,
): Promise<readonly FoundEvent[]> {
  const [events, over] = await Promise.all([
    folder.list(notifyLayout.allEvents),
    folder.list(notifyLayout.allOver),
  ]);
  const past = new Set(over.objects);
  const found = await Promise.all(
    events.objects.map(async (object) => {
      const name = object.replace(/\.json$/u, '');
      return { ...(await folder.read(notifyLayout.event(name))), name, isOver: past.has(object) };
    }),
  );
  return found.sort((a, b) => a.event.at.localeCompare(b.event.at));
}
