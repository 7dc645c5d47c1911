import { firstRevision } from '../../src/run/first-revision.ts';
import type { SpecRun } from '../../src/run/spec-run.ts';
import { readSharing, type Store } from '../../src/store/index.ts';
import { runsOfJob } from '../../src/study/partial-job.ts';
import type { StudyCache } from '../study-cache.ts';
import { readAwaited } from './awaited-runs.ts';

/**
 * The runs that no planned job is to run and that have no outcome yet, as first attempts: those that amendments added, and those of planned jobs that aren't
 * started as other studies have some of their runs. None of them is waited for. None for a study whose runs are those of its start.
 * @param known of each run that has one
 */
export async function addedRuns(
  { store, studyCache }: { readonly store: Store; readonly studyCache: StudyCache },
  studyId: string,
  known: { has(run: number): boolean },
): Promise<readonly SpecRun[]> {
  const folder = store.study(studyId);
  const { plan } = await studyCache.get(studyId, firstRevision);
  const { runCount } = (await studyCache.get(studyId)).plan;
  const { leftOut, onlyAbove = -1 } = await readSharing(folder);
  const left = leftOut.flatMap((jobNumber) => {
    const job = plan.jobs[jobNumber - 1];
    return job === undefined ? [] : runsOfJob(job);
  });
  const added = Array.from(
    { length: runCount - plan.runCount },
    (_, index) => plan.runCount + 1 + index,
  );
  const awaited = new Set((await readAwaited(folder)).map(({ run }) => run));
  return [...left, ...added]
    .filter((run) => run > onlyAbove && !known.has(run) && !awaited.has(run))
    .map((run, index) => ({ run, platformRun: index + 1, attempt: 1, spent: {} }));
}
