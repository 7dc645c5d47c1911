/** The id of a new study, and what keeps the study unseen until its workflow is there. */
import { layout, type Store } from '../../store/index.ts';
import { createStudyId } from './study-id.ts';

/** Takes an id that no other command has, however many take one at the same moment; the study counts as being started from here on. */
export async function reserveStudy(store: Store, name: string, now: Date): Promise<string> {
  const taken = new Set(await store.listStudies());
  for (;;) {
    const studyId = createStudyId(name, now, (id) => taken.has(id));
    const folder = store.study(studyId);
    if (await folder.create(layout.starting, { kind: 'new', at: now.toISOString() })) {
      if (!(await folder.has(layout.snapshot))) return studyId;
      // Another command took it and was through already.
      await folder.remove(layout.starting);
    }
    taken.add(studyId);
  }
}

/** Says that the study's workflow is there. */
export async function studyStarted(store: Store, studyId: string): Promise<void> {
  await store.study(studyId).remove(layout.starting);
}

/** Takes back a study whose workflow certainly was not started; it stays unseen, wherever this is cut. */
export async function discardStudy(store: Store, studyId: string): Promise<void> {
  const folder = store.study(studyId);
  await folder.remove(layout.snapshot);
  await folder.remove(layout.starting);
}
