/** One look at a job that still executes: judges the runs that have ended, as far as the platform shows them. */
import { countCollected } from '../../src/run/count-outcomes.ts';
import type { CollectedRuns } from '../../src/run/messages.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import type { JobTarget, PlatformJobTarget } from '../../src/run/activity-contract.ts';
import type { JobRun } from '../../src/platform-api/index.ts';
import { layout, readJudgedRuns, specRuns, type JudgedRun } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readPreparedSpec } from '../prepared-spec.ts';
import { isJudgedSo, judgedStudy, type JudgedStudy } from '../judged-study.ts';
import { requireOwnJob } from '../own-records.ts';
import { unlessJobGone } from '../unless-gone.ts';
import { copyCollected } from './copy-collected.ts';
import { keepCostSoFar } from './keep-cost-so-far.ts';
import { judgeJobRuns } from './judge-job-runs.ts';
import { isMarker, lookAtJobFiles, type RunFiles } from './list-job-files.ts';
import { openPatience } from './open-patience.ts';
import { standingOutcomes } from './read-job-anew.ts';
import { goodLook, keepLook } from './pause-after-look.ts';
import { readJobRuns } from './read-job-runs.ts';

/**
 * Judges the runs whose marker is listed and which the platform, where it tells of runs, calls completed; gives back what is judged of the job so
 * far. A run that a later look could judge otherwise is left to it. A job of many runs is looked at less often: in between nothing is asked, and what
 * the look before gave is given back.
 */
export async function collectEndedRuns(
  dependencies: ActivityDependencies,
  target: JobTarget & PlatformJobTarget,
  activity: ActivityRun,
): Promise<CollectedRuns> {
  const { studyId, jobNumber, jobId } = target;
  const folder = dependencies.store.study(studyId);
  await requireOwnJob(dependencies, { studyId, jobNumber, jobId });
  const good = goodLook(dependencies.store, jobId, dependencies.now());
  if (good !== undefined) return good;
  const spec = await readPreparedSpec(dependencies.store, { studyId, jobNumber });
  const cached = await judgedStudy(dependencies, studyId, spec.revision);
  const runs = specRuns(spec);
  const { retries } = cached.study.execution;
  const collected = await folder.find(layout.outcomes(jobNumber));
  const count = async (outcomes: readonly RunOutcome[]): Promise<CollectedRuns> =>
    countCollected(runs, await standingOutcomes(dependencies, target, outcomes, activity), retries);
  if (collected !== undefined) return count(collected);

  const before = await readJudgedRuns(folder, jobNumber);
  const run = { signal: activity.signal, ...openPatience(dependencies, jobId, activity) };
  const jobRuns = await unlessJobGone(dependencies, jobId, run, () =>
    readJobRuns(dependencies, jobId, run),
  );
  const files =
    jobRuns !== undefined && !hasNews(jobRuns, before, cached)
      ? new Map<number, never>()
      : await unlessJobGone(dependencies, jobId, run, () =>
          lookAtJobFiles(dependencies.platform, jobId, run),
        );
  const readAt = dependencies.now();
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
  const news = [...latest.values()].flatMap(({ platformRun, outcome }) =>
    outcome === undefined || outcome === before.get(platformRun)?.outcome ? [] : [outcome],
  );
  await copyCollected(dependencies, studyId, news, activity);
  if (ended.length > 0) {
    await keepCostSoFar(dependencies, { studyId, jobNumber, jobId }, activity, before.size === 0);
  }
  const told = await count([...latest.values()].flatMap(({ outcome }) => outcome ?? []));
  keepLook(dependencies.store, jobId, { rows: rowsOf(jobRuns, files), readAt, told });
  return told;
}

function rowsOf(jobRuns: ReadonlyMap<number, JobRun> | undefined, files: RunFiles | undefined) {
  const ofFiles = [...(files?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
  return (jobRuns?.size ?? 0) + ofFiles;
}

/** Whether a run has completed that isn't judged, or by other outputs than the study has now. */
function hasNews(
  jobRuns: ReadonlyMap<number, JobRun>,
  before: ReadonlyMap<number, JudgedRun>,
  cached: JudgedStudy,
): boolean {
  return [...jobRuns].some(([run, { dateCompleted }]) => {
    const outcome = before.get(run)?.outcome;
    return dateCompleted != null && (outcome === undefined || !isJudgedSo(cached, outcome));
  });
}

function hasEnded(
  platformRun: number,
  files: RunFiles | undefined,
  jobRuns: ReadonlyMap<number, JobRun> | undefined,
): boolean {
  if (jobRuns !== undefined && jobRuns.get(platformRun)?.dateCompleted == null) return false;
  return files?.get(platformRun)?.some(isMarker) === true;
}
