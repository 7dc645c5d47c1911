/** Which study of this engine a job belongs to, by the words that the engine puts into its jobs' names. */
import { layout, searchTag, type Store } from '../../src/store/index.ts';

/** A study as a pass must know it. */
export interface KnownStudy {
  readonly id: string;
  readonly name: string;
  /** It needs its jobs: it hasn't ended, or was resumed. */
  readonly open: boolean;
}

/** Finds the study of a job's name; undefined for a job that isn't of a study in this store. */
export type StudyOfJob = (jobName: string) => Promise<KnownStudy | undefined>;

/** Reads the store's studies as they are now; each at most once, when a job of it comes. */
export async function readStudies(store: Store): Promise<StudyOfJob> {
  const ids = new Map((await store.listStudies()).map((id) => [searchTag(id), id]));
  const known = new Map<string, Promise<KnownStudy | undefined>>();
  return async (jobName) => {
    const id = (jobName.match(/\bs[0-9a-f]{12}\b/gu) ?? [])
      .map((tag) => ids.get(tag))
      .find((found) => found !== undefined);
    if (id === undefined) return undefined;
    const study = known.get(id) ?? readStudy(store, id);
    known.set(id, study);
    return study;
  };
}

async function readStudy(store: Store, id: string): Promise<KnownStudy | undefined> {
  const folder = store.study(id);
  const snapshot = await folder.find(layout.snapshot);
  if (snapshot === undefined) return undefined;
  const open = !(await folder.has(layout.status)) || (await folder.has(layout.starting));
  return { id, name: snapshot.studyName, open };
}
