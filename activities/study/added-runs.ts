import { firstRevision } from '../../src/run/first-revision.ts';
import type { SpecRun } from '../../src/run/spec-run.ts';
import {
  readAwaited,
  readRunsWithJob,
  readSharing,
  readWithdrawnRuns,
  runsBesideJobs,
} from '../../src/store/index.ts';
import { runsOfJob } from '../../src/study/partial-job.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * The runs that no planned job is to run and that have no outcome yet, as first attempts: those that amendments added, or brought back, and those of planned
 * jobs that aren't started as other studies have some of their runs. None of them is waited for. None for a study whose runs are those of its start.
 * @param known of each run that has one
 * @param revision the newest that counts; absent: all do
 */
export async function addedRuns(
  { store, studyCache }: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  studyId: string,
  known: { has(run: number): boolean },
  revision?: number,
): Promise<readonly SpecRun[]> {
  const started = (await studyCache.get(studyId, firstRevision)).plan;
  const { plan } = await studyCache.get(studyId, revision);
  const folder = store.study(studyId);
  const withdrawn = await readWithdrawnRuns(folder);
  // What was withdrawn as its planned job began runs there.
  const withJob =
    withdrawn.ever.size === 0 ? new Map<number, number>() : await readRunsWithJob(folder, plan);
  const isPlanned = (run: number): boolean => (withJob.get(run) ?? Infinity) <= plan.jobs.length;
  const { leftOut, onlyAbove } = await readSharing(folder);
  const left = (onlyAbove === undefined ? leftOut : []).flatMap((jobNumber) => {
    const job = started.jobs[jobNumber - 1];
    return job === undefined ? [] : runsOfJob(job).filter((run) => !withdrawn.ever.has(run));
  });
  const awaited = new Set((await readAwaited(folder)).map(({ run }) => run));
  return [...left, ...runsBesideJobs(started.runCount, plan.runCount, withdrawn)]
    .filter((run) => !known.has(run) && !isPlanned(run) && !awaited.has(run))
    .map((run, index) => ({ run, platformRun: index + 1, attempt: 1, spent: {} }));
}
