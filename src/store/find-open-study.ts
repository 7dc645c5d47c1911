import { layout } from './layout.ts';
import type { StudyReader } from './store.ts';
import { unlessDamaged } from './unless-damaged.ts';

/** Whether a study of that name has begun and not ended, by the store; one that was lost counts, as nobody closed it; whose records are damaged has no name. */
export async function hasOpenStudy(store: StudyReader, studyName: string): Promise<boolean> {
  const ids = await store.listStudies();
  for (const studyId of ids.filter((id) => id.startsWith(studyName))) {
    const folder = store.study(studyId);
    if ((await folder.has(layout.status)) || (await folder.has(layout.starting))) continue;
    const snapshot = await unlessDamaged(() => folder.find(layout.snapshot));
    if (snapshot?.studyName === studyName) return true;
  }
  return false;
}
