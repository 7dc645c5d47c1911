import type { Store } from '../store/index.ts';
import type { Telling } from './next-try.ts';
import { notifyLayout } from './notify-layout.ts';
import { readEvents } from './read-events.ts';
import type { StudyEvent } from './study-event.ts';
import { readTelling } from './tell-event.ts';

/** Whether a target was told of an event. */
export interface TellingOfEvent {
  readonly target: string;
  readonly event: StudyEvent['event'];
  readonly id: string;
  /** When there was something to tell. */
  readonly at: string;
  /** What it was about is over. */
  readonly isOver: boolean;
  readonly telling: Telling;
}

/** All that was to be told of a study, the oldest first; none where it tells nobody. */
export async function readTellings(
  store: Pick<Store, 'notifications'>,
  studyId: string,
  now: Date,
): Promise<readonly TellingOfEvent[]> {
  const folder = store.notifications(studyId);
  const choice = await folder.find(notifyLayout.choice);
  if (choice === undefined) return [];
  const events = await readEvents(folder);
  return Promise.all(
    events.flatMap(({ name, kind, event, isOver }) =>
      choice.targets
        .filter(({ on }) => on.includes(kind))
        .map(async ({ name: target }) => ({
          ...{ target, event: event.event, id: event.id, at: event.at, isOver },
          telling: await readTelling({ folder, now: () => now }, name, target),
        })),
    ),
  );
}
