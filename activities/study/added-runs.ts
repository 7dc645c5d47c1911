import { firstRevision } from '../../src/run/first-revision.ts';
import type { SpecRun } from '../../src/run/spec-run.ts';
import { readRunsWithJob, readWithdrawnRuns, runsBesideJobs } from '../../src/store/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * The runs that amendments added to a study, or brought back, and that have no outcome yet, as first attempts; none for a study whose runs are those of
 * its start.
 * @param known of each run that has one
 */
export async function addedRuns(
  { store, studyCache }: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  studyId: string,
  known: { has(run: number): boolean },
): Promise<readonly SpecRun[]> {
  const started = (await studyCache.get(studyId, firstRevision)).plan.runCount;
  const { plan } = await studyCache.get(studyId);
  const folder = store.study(studyId);
  const withdrawn = await readWithdrawnRuns(folder);
  // What was withdrawn as its planned job began runs there.
  const withJob =
    withdrawn.ever.size === 0 ? new Map<number, number>() : await readRunsWithJob(folder, plan);
  const isPlanned = (run: number): boolean => (withJob.get(run) ?? Infinity) <= plan.jobs.length;
  return runsBesideJobs(started, plan.runCount, withdrawn)
    .filter((run) => !known.has(run) && !isPlanned(run))
    .map((run, index) => ({ run, platformRun: index + 1, attempt: 1, spent: {} }));
}
