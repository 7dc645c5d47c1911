/** What the store knows about a study, without asking Temporal. */
import { ResultError } from '../../errors.ts';
import type { StudyProgress } from '../../run/messages.ts';
import { findPruned, layout, studyNameOfId, type DocumentFolder } from '../../store/index.ts';
import type { PrunedStudy, StudyReader, StudySnapshot } from '../../store/index.ts';

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

/** A study whose records can't be read. */
export interface DamagedStudy {
  readonly studyId: string;
  /** Which record, and what is wrong with it. */
  readonly fault: ResultError;
}

/** One study of the store, or undefined where its snapshot isn't there yet. @throws ResultError RESULT_STORE where its records are damaged */
export async function readStoredStudy(
  store: StudyReader,
  studyId: string,
): Promise<StoredStudy | undefined> {
  const folder = store.study(studyId);
  const snapshot = await folder.find(layout.snapshot);
  if (snapshot === undefined) {
    if (await folder.has(layout.pruned)) return undefined;
    if (await hasBegun(folder)) await folder.read(layout.snapshot);
    return undefined;
  }
  // The mark is made before the snapshot, and taken away after it where a start is taken back: so in this order no such study is seen.
  const mark = (await folder.find(layout.starting))?.kind;
  if (!(await folder.has(layout.snapshot))) return undefined;
  const ended = await folder.find(layout.status);
  const starting = mark === 'new' && ended !== undefined ? 'again' : mark;
  return { studyId, snapshot, ended, starting };
}

/** A study that made a job or has ended had a snapshot before. */
async function hasBegun(folder: DocumentFolder): Promise<boolean> {
  if (await folder.has(layout.status)) return true;
  return (await folder.list(layout.allJobs)).objects.length > 0;
}

/**
 * All studies of the store, the newest first; those that may never have begun among them.
 * @throws ResultError RESULT_STORE where one of those that are wanted is damaged
 */
export async function listStoredStudies(
  store: StudyReader,
  isWanted: (studyId: string) => boolean = () => true,
): Promise<readonly StoredStudy[]> {
  const { studies, damaged } = await surveyStudies(store, isWanted);
  const [first] = damaged;
  if (first !== undefined) throw first.fault;
  return studies;
}

/**
 * All studies of a name, the newest first. One of another name that begins alike stands in nobody's way, whatever is wrong with it.
 * @throws ResultError RESULT_STORE where one that may have that name is damaged
 */
export async function listStudiesOfName(
  store: StudyReader,
  name: string,
): Promise<readonly StoredStudy[]> {
  const { studies, damaged } = await surveyStudies(store, (id) => id.startsWith(`${name}-`));
  const meant = damaged.find(({ studyId }) => (studyNameOfId(studyId) ?? name) === name);
  if (meant !== undefined) throw meant.fault;
  return studies.filter(({ snapshot }) => snapshot.studyName === name);
}

/** {@link listStoredStudies} for who can do without one that is damaged: it is told beside the others. */
export async function surveyStudies(
  store: StudyReader,
  isWanted: (studyId: string) => boolean = () => true,
): Promise<{
  readonly studies: readonly StoredStudy[];
  readonly damaged: readonly DamagedStudy[];
  /** What stays of those that were removed on purpose, the one that was started last first. */
  readonly pruned: readonly PrunedStudy[];
}> {
  const damaged: DamagedStudy[] = [];
  const pruned: PrunedStudy[] = [];
  const read = async (studyId: string): Promise<StoredStudy | undefined> => {
    try {
      const study = await readStoredStudy(store, studyId);
      const record = study === undefined ? await findPruned(store.study(studyId)) : undefined;
      if (record !== undefined) pruned.push(record);
      return study;
    } catch (error) {
      if (!(error instanceof ResultError)) throw error;
      damaged.push({ studyId, fault: error });
      return undefined;
    }
  };
  const found = await Promise.all((await store.listStudies()).filter(isWanted).map(read));
  const studies = found
    .filter((study) => study !== undefined)
    .sort((a, b) => compareText(b.snapshot.createdAt, a.snapshot.createdAt));
  return {
    studies,
    damaged: damaged.sort((a, b) => compareText(a.studyId, b.studyId)),
    pruned: pruned.sort((a, b) => compareText(b.createdAt, a.createdAt)),
  };
}

/** True where Temporal may have an open workflow of the study: it isn't known to have ended, or was being started again. */
export function mayBeOpen({ ended, starting }: StoredStudy): boolean {
  return ended === undefined || starting !== undefined;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
