/** What the store knows about a study, without asking Temporal. */
import type { StudyProgress } from '../../run/messages.ts';
import { layout } from '../../store/index.ts';
import type { Store, StudySnapshot } from '../../store/index.ts';

export interface StoredStudy {
  readonly studyId: string;
  readonly snapshot: StudySnapshot;
  /** How the study ended; absent while it is open. */
  readonly ended: StudyProgress | undefined;
}

/** One study of the store, or undefined when its snapshot is incomplete. */
export async function readStoredStudy(
  store: Store,
  studyId: string,
): Promise<StoredStudy | undefined> {
  const folder = store.study(studyId);
  const snapshot = await folder.find(layout.snapshot);
  if (snapshot === undefined) return undefined;
  const ended = await folder.find(layout.status);
  return { studyId, snapshot, ended };
}

/** All studies of the store, the newest first. */
export async function listStoredStudies(store: Store): Promise<readonly StoredStudy[]> {
  const found = await Promise.all(
    (await store.listStudies()).map((studyId) => readStoredStudy(store, studyId)),
  );
  return found
    .filter((study) => study !== undefined)
    .sort((a, b) => compareText(b.snapshot.createdAt, a.snapshot.createdAt));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
