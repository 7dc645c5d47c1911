/** One look at a job that still executes: judges the runs that have ended, as far as the platform shows them. */
import { firstRevision } from '../../src/run/first-revision.ts';
import { countCollected } from '../../src/run/count-outcomes.ts';
import type { CollectedRuns } from '../../src/run/messages.ts';
import type { JobTarget, PlatformJobTarget } from '../../src/run/activity-contract.ts';
import type { JobRun } from '../../src/platform-api/index.ts';
import {
  layout,
  readJobSpec,
  readJudgedRuns,
  specRuns,
  type JudgedRun,
} from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireOwnJob } from '../own-records.ts';
import { unlessJobGone } from '../unless-gone.ts';
import { keepCostSoFar } from './keep-cost-so-far.ts';
import { judgeJobRuns } from './judge-job-runs.ts';
import { isMarker, lookAtJobFiles, type RunFiles } from './list-job-files.ts';
import { openPatience } from './open-patience.ts';
import { readJobRuns } from './read-job-runs.ts';

/**
 * Judges the runs whose marker is listed and which the platform, where it tells of runs, calls completed; gives back what is judged of the job so
 * far. A run that a later look could judge otherwise is left to it.
 */
export async function collectEndedRuns(
  dependencies: ActivityDependencies,
  { studyId, jobNumber, jobId }: JobTarget & PlatformJobTarget,
  activity: ActivityRun,
): Promise<CollectedRuns> {
  const folder = dependencies.store.study(studyId);
  await requireOwnJob(folder, { studyId, jobNumber, jobId });
  const spec = await readJobSpec(folder, jobNumber);
  const cached = await dependencies.studyCache.get(studyId, spec.revision ?? firstRevision);
  const runs = specRuns(spec);
  const { retries } = cached.study.execution;
  const collected = await folder.find(layout.outcomes(jobNumber));
  if (collected !== undefined) return countCollected(runs, collected, retries);

  const run = { signal: activity.signal, ...openPatience(dependencies, jobId, activity) };
  const before = await readJudgedRuns(folder, jobNumber);
  const jobRuns = await unlessJobGone(dependencies, jobId, run, () =>
    readJobRuns(dependencies, jobId, run),
  );
  const files =
    jobRuns !== undefined && !hasNews(jobRuns, before)
      ? new Map<number, never>()
      : await unlessJobGone(dependencies, jobId, run, () =>
          lookAtJobFiles(dependencies.platform, jobId, run),
        );
  const ended = runs.filter(({ platformRun }) => hasEnded(platformRun, files, jobRuns));
  const job = {
    ...{ cached, folder, spec, jobId, jobRuns, before, isExecuting: true },
    ending: { kind: 'ended' } as const,
    files: files ?? new Map<number, never>(),
  };
  const latest = new Map(before);
  for (const judged of await judgeJobRuns(dependencies, job, ended, run)) {
    latest.set(judged.platformRun, judged);
  }
  if (ended.length > 0) {
    await keepCostSoFar(dependencies, { studyId, jobNumber, jobId }, activity, before.size === 0);
  }
  const outcomes = [...latest.values()].flatMap(({ outcome }) => outcome ?? []);
  return countCollected(runs, outcomes, retries);
}

/** Whether a run has completed that isn't judged. */
function hasNews(
  jobRuns: ReadonlyMap<number, JobRun>,
  before: ReadonlyMap<number, JudgedRun>,
): boolean {
  return [...jobRuns].some(
    ([run, { dateCompleted }]) => dateCompleted != null && before.get(run)?.outcome === undefined,
  );
}

function hasEnded(
  platformRun: number,
  files: RunFiles | undefined,
  jobRuns: ReadonlyMap<number, JobRun> | undefined,
): boolean {
  if (jobRuns !== undefined && jobRuns.get(platformRun)?.dateCompleted == null) return false;
  return files?.get(platformRun)?.some(isMarker) === true;
}
