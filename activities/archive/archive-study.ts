import { writeStudyCrate } from '../../src/archive/index.ts';
import type { StudyTarget } from '../../src/run/activity-contract.ts';
import type { PassCounts, PassTarget } from '../../src/run/archive-contract.ts';
import { layout, readCheckpoint, readPlatformJobs } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { openArchive } from './open-archive.ts';

/** Writes the crate of a study with its proven jobs, whichever pass archived them. */
export async function archiveStudy(
  dependencies: ActivityDependencies,
  { archive, passTime, studyId }: PassTarget & StudyTarget,
  { signal }: ActivityRun,
): Promise<PassCounts> {
  const { store } = dependencies;
  const { destination, order } = await openArchive(dependencies, archive);
  const folder = store.study(studyId);
  // Resumed since the pass began: a later pass writes it as it ends.
  if (!(await folder.has(layout.status))) {
    await destination.recordRunsAgain(studyId, passTime);
    return { jobs: 0, files: 0, bytes: 0, failed: 0 };
  }
  const jobs: { jobId: string; version: number }[] = [];
  for (const { jobId } of await readPlatformJobs(folder, (await readCheckpoint(folder)).jobs)) {
    signal.throwIfAborted();
    const record = await destination.record(jobId);
    if (record?.provenAt !== undefined) jobs.push({ jobId, version: record.version });
  }
  const { license } = order;
  const pass = { passTime, jobs, ...(license === undefined ? {} : { license }) };
  return writeStudyCrate(destination, store, studyId, pass);
}
