import {
  compareFiles,
  isPlatformOf,
  readRevisions,
  type KeptFiles,
  type PlatformAtHand,
  type Store,
  type StudySnapshot,
} from '../../store/index.ts';
import { firstRevision } from '../../run/first-revision.ts';
import { listStudiesOfName, type StoredStudy } from './stored-study.ts';

/** What a study runs: the hash of its plan, and the files that make it. */
export interface PlannedFiles {
  readonly planHash: string;
  readonly files: KeptFiles;
}

/** A study that was started with a plan, or had its files mended to that plan. */
export type EqualStudy = StoredStudy & EqualFiles;

/** Which of a study's files make a plan. */
export interface EqualFiles {
  /** The revision with these files. */
  readonly revision: number;
  /** The newest, with which runs run from now on. */
  readonly newest: number;
}

/**
 * The newest study of this name, plan and platform that was ever started; to run it again would be to pay for the same runs again. One whose files
 * were mended since has several plans, and each of them counts.
 */
export async function findEqualStudy(
  store: Store,
  wanted: PlannedFiles & { readonly name: string; readonly platform: PlatformAtHand },
): Promise<EqualStudy | undefined> {
  for (const study of await listStudiesOfName(store, wanted.name)) {
    const { studyId, starting, snapshot } = study;
    if (starting === 'new') continue;
    if (!isPlatformOf(snapshot.platform, wanted.platform)) continue;
    const equal = await findEqualFiles(store, studyId, snapshot, wanted);
    if (equal !== undefined) return { ...study, ...equal };
  }
  return undefined;
}

/** Which of a study's files make the plan, the newest first; undefined where none ever did. */
export async function findEqualFiles(
  store: Store,
  studyId: string,
  snapshot: StudySnapshot,
  { planHash, files }: PlannedFiles,
): Promise<EqualFiles | undefined> {
  const revisions = await readRevisions(store.study(studyId));
  const newest = revisions.at(-1)?.revision ?? firstRevision;
  const equal = revisions.findLast((revision) =>
    revision.planHash === undefined
      ? compareFiles(revision, files).length === 0
      : revision.planHash === planHash,
  );
  if (equal !== undefined) return { revision: equal.revision, newest };
  return snapshot.planHash === planHash ? { revision: firstRevision, newest } : undefined;
}
