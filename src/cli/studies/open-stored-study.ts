/** A study of the store with its study file parsed and planned again from the snapshot. */
import { realpathSync } from 'node:fs';
import {
  findAmended,
  localFiles,
  planWithoutReused,
  readWithdrawnRuns,
  snapshotAt,
  type StudyReader,
} from '../../store/index.ts';
import { firstRevision } from '../../run/first-revision.ts';
import { loadSnapshotStudy } from '../../study-file/index.ts';
import { jobsWithoutRuns } from '../../study/amend/without-runs.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import type { StoredStudy } from './stored-study.ts';

export interface PlannedStoredStudy extends StoredStudy {
  readonly study: Study;
  readonly plan: Plan;
  /** Where a file that the study file names lies in the store: its real path. */
  pathOf(path: string): string | undefined;
}

/** Study and plan of a stored study, as it was amended last, or as a revision of its files has them. */
export async function planStoredStudy(
  store: StudyReader,
  stored: StoredStudy,
  revision?: number,
): Promise<PlannedStoredStudy> {
  const { studyId } = stored;
  const folder = store.study(studyId);
  const asked = revision ?? (await findAmended(folder))?.revision ?? firstRevision;
  const snapshot = await snapshotAt(folder, stored.snapshot, asked);
  const places = await localFiles(store, snapshot);
  const pathOf = (path: string): string | undefined => {
    const place = places.get(path);
    return place === undefined ? undefined : realpathSync.native(place);
  };
  const text = (await store.readContent(snapshot.studyFile.sha256)).toString('utf8');
  const { study, plan: whole } = await loadSnapshotStudy({
    text,
    file: snapshot.studyFile.name,
    designRules: snapshot.designRules,
    filePath: pathOf,
  });
  const { plan: own } = await planWithoutReused(folder, study, whole);
  if (asked === firstRevision) return { ...stored, snapshot, study, plan: own, pathOf };
  const started = (await planStoredStudy(store, stored, firstRevision)).plan;
  const jobs = jobsWithoutRuns(started, (await readWithdrawnRuns(folder, asked)).ever);
  return { ...stored, snapshot, study, plan: { ...own, jobs }, pathOf };
}
