import type { Store } from '../store/index.ts';
import type { ChosenTarget } from './choose-targets.ts';
import { notifyLayout, tellingLayout } from './notify-layout.ts';
import { readEvents } from './read-events.ts';

/** Keeps whom a study tells, where that isn't kept yet, and that it may have something to tell from now on; does nothing for one that tells nobody. */
export async function beginTelling(
  store: Pick<Store, 'notifications' | 'engineRecords'>,
  { studyId, studyName }: { readonly studyId: string; readonly studyName: string },
  targets: readonly ChosenTarget[],
  at: Date,
): Promise<void> {
  const folder = store.notifications(studyId);
  const before = await folder.find(notifyLayout.choice);
  if (before === undefined && targets.length === 0) return;
  await folder.create(notifyLayout.choice, {
    ...{ formatVersion: 1, studyName },
    targets: targets.map(({ name, on }) => ({ name, on: [...on] })),
  });
  // A study that had ended goes on: its next end is another event.
  for (const { name, kind, isOver } of await readEvents(folder)) {
    if (kind === 'finished' && !isOver) {
      await folder.create(notifyLayout.over(name), { at: at.toISOString() });
    }
  }
  await store.engineRecords().create(tellingLayout.open(studyId), { at: at.toISOString() });
}
