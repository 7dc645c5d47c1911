/** Studies of the store, parsed and planned once and kept at hand: every activity of a study needs them. */
import { ApplicationFailure } from '@temporalio/common';
import {
  fileTypes,
  findAmended,
  layout,
  localFiles,
  planWithoutReused,
  platformOfRuns,
  readWithdrawnRuns,
  snapshotAt,
  type Store,
  type StudySnapshot,
  type UploadKey,
} from '../src/store/index.ts';
import { keysOfRuns, loadSnapshotStudy, type KeyedRun } from '../src/study-file/index.ts';
import { firstRevision } from '../src/run/first-revision.ts';
import { jobsWithoutRuns } from '../src/study/amend/without-runs.ts';
import type { Plan } from '../src/study/plan.ts';
import type { Study } from '../src/study/study.ts';
import { createRunJudges, type RunJudges } from '../src/extract/run-judges.ts';

/** A study as activities use it. */
export interface CachedStudy {
  readonly snapshot: StudySnapshot;
  readonly study: Study;
  readonly plan: Plan;
  readonly judges: RunJudges;
  /** Files that all jobs share. */
  readonly uploads: readonly UploadKey[];
  /** SHA-256 of a file that the study file names. */
  fileHash(path: string): string;
  /** Keys by which other studies find these runs, and this one finds theirs. */
  keysOfRuns(runs: readonly number[]): Iterable<KeyedRun>;
}

export interface StudyCache {
  /** @param revision which of the study's files; without one the study as it was amended last */
  get(studyId: string, revision?: number): Promise<CachedStudy>;
}

const uploadTypes = {
  input: fileTypes.input,
  template: fileTypes.template,
  script: fileTypes.script,
} as const;

/** A cache of the last `size` studies that were asked for. */
export function createStudyCache(store: Store, size = 8): StudyCache {
  const studyCache = new Map<string, Promise<LoadedStudy>>();
  return {
    async get(studyId, revision) {
      return getAt(studyId, revision ?? (await findAmended(store.study(studyId)))?.revision);
    },
  };

  function getAt(studyId: string, revision: number = firstRevision): Promise<LoadedStudy> {
    const key = JSON.stringify([studyId, revision]);
    const found = studyCache.get(key) ?? load(store, studyId, revision, getAt);
    studyCache.delete(key);
    studyCache.set(key, found);
    const forget = (): boolean => studyCache.get(key) === found && studyCache.delete(key);
    // Which of its runs are reused is decided once: until then its jobs aren't those that will run.
    found.then(({ isDecided }) => isDecided || forget(), forget);
    for (const oldest of studyCache.keys()) {
      if (studyCache.size <= size) break;
      studyCache.delete(oldest);
    }
    return found;
  }
}

type LoadedStudy = CachedStudy & { readonly isDecided: boolean };

async function load(
  store: Store,
  studyId: string,
  revision: number,
  getAt: (studyId: string, revision: number) => Promise<LoadedStudy>,
): Promise<LoadedStudy> {
  const folder = store.study(studyId);
  const snapshot = await snapshotAt(folder, await folder.read(layout.snapshot), revision);
  const hashes = new Map(snapshot.files.map(({ path, sha256 }) => [path, sha256]));
  const fileHash = (path: string): string => {
    const sha256 = hashes.get(path);
    if (sha256 === undefined) {
      throw ApplicationFailure.nonRetryable(
        `The snapshot of study ${studyId} lacks the file ${path}`,
        'SNAPSHOT_INCOMPLETE',
      );
    }
    return sha256;
  };
  const text = (await store.readContent(snapshot.studyFile.sha256)).toString('utf8');
  const places = await localFiles(store, snapshot);
  const jobsAt = async (started: Plan): Promise<Plan['jobs']> =>
    jobsWithoutRuns(started, (await readWithdrawnRuns(folder, revision)).ever);
  const { study, plan: whole } = await loadSnapshotStudy({
    text,
    file: snapshot.studyFile.name,
    designRules: snapshot.designRules,
    filePath: (path) => places.get(path),
  });
  const { plan: own, isDecided } = await planWithoutReused(folder, study, whole);
  // Jobs are cut once: further runs of an amended study become further jobs.
  const plan =
    revision === firstRevision
      ? own
      : { ...own, jobs: await jobsAt((await getAt(studyId, firstRevision)).plan) };
  const uploads = snapshot.files.flatMap(({ path, role, sha256 }) =>
    role === 'case' || role === 'table' ? [] : [{ name: path, sha256, typeId: uploadTypes[role] }],
  );
  const surroundings = { platform: platformOfRuns(snapshot.platform), fileHash };
  return {
    ...{ snapshot, study, plan, judges: createRunJudges(study), uploads, fileHash, isDecided },
    keysOfRuns: (runs) => keysOfRuns(study, plan, surroundings, runs),
  };
}
