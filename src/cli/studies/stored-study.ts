/** What the store knows about a study, without asking Temporal. */
import type { StudyProgress } from '../../run/messages.ts';
import { layout } from '../../store/index.ts';
import type { StudyReader, StudySnapshot } from '../../store/index.ts';

export interface StoredStudy {
  readonly studyId: string;
  readonly snapshot: StudySnapshot;
  /** How the study ended; absent while it is open. */
  readonly ended: StudyProgress | undefined;
  /**
   * Set where a command was killed while it started a workflow: only Temporal knows whether that is there. Without `new` the study is one
   * that had ended; with it, it may never have begun.
   */
  readonly starting: 'new' | 'again' | undefined;
}

/** One whose end is known. */
export type EndedStudy = StoredStudy & { readonly ended: StudyProgress };

/** Whether the end of a study is known. */
export function hasEnded(study: StoredStudy): study is EndedStudy {
  return study.ended !== undefined;
}

/** One study of the store, or undefined when its snapshot is incomplete. */
export async function readStoredStudy(
  store: StudyReader,
  studyId: string,
): Promise<StoredStudy | undefined> {
  const folder = store.study(studyId);
  const snapshot = await folder.find(layout.snapshot);
  if (snapshot === undefined) return undefined;
  // The mark is made before the snapshot, and taken away after it where a start is taken back: so in this order no such study is seen.
  const mark = (await folder.find(layout.starting))?.kind;
  if (!(await folder.has(layout.snapshot))) return undefined;
  const ended = await folder.find(layout.status);
  const starting = mark === 'new' && ended !== undefined ? 'again' : mark;
  return { studyId, snapshot, ended, starting };
}

/** All studies of the store, the newest first; those that may never have begun among them. */
export async function listStoredStudies(
  store: StudyReader,
  isWanted: (studyId: string) => boolean = () => true,
): Promise<readonly StoredStudy[]> {
  const found = await Promise.all(
    (await store.listStudies()).filter(isWanted).map((studyId) => readStoredStudy(store, studyId)),
  );
  return found
    .filter((study) => study !== undefined)
    .sort((a, b) => compareText(b.snapshot.createdAt, a.snapshot.createdAt));
}

/** True where Temporal may have an open workflow of the study: it isn't known to have ended, or was being started again. */
export function mayBeOpen({ ended, starting }: StoredStudy): boolean {
  return ended === undefined || starting !== undefined;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
