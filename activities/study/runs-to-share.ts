/** Which runs of a study that was amended, or goes on, other studies may have. */
import { firstRevision } from '../../src/run/first-revision.ts';
import { mergeOutcomes } from '../../src/run/run-outcome.ts';
import { hasToRun, notDoneAnew } from '../../src/run/not-done-anew.ts';
import {
  layout,
  readAskedAgain,
  readAttempts,
  readAwaited,
  readJobsBegun,
  readRunsWithJob,
  readWithdrawnRuns,
  runsBesideJobs,
  specRuns,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { runsOfJob } from '../../src/study/partial-job.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Runs of a study by what may become of them. */
export interface RunsToShare {
  /** No job has them, none ended, and none is waited for: in order. */
  readonly open: readonly number[];
  /** It runs them itself, with the files that it stands at: they are to run again, or wait in a job that isn't prepared. */
  readonly own: readonly number[];
  /** They failed; what of them runs once more does so with the newest files. */
  readonly failed: readonly number[];
  /** Planned jobs that have open runs. */
  readonly jobsOf: ReadonlyMap<number, number>;
  /** They are withdrawn, and no job has them. */
  readonly withdrawn: ReadonlySet<number>;
}

/** @param inFlight numbers of jobs that were started, whether or not the store has anything of them */
export async function readRunsToShare(
  { store, studyCache }: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  {
    studyId,
    revision,
    inFlight,
  }: { readonly studyId: string; readonly revision: number; readonly inFlight: readonly number[] },
): Promise<RunsToShare> {
  const folder = store.study(studyId);
  const started = (await studyCache.get(studyId, firstRevision)).plan;
  const { study, plan } = await studyCache.get(studyId, revision);
  const attempts = await readAttempts(folder);
  const outcomes = mergeOutcomes(attempts);
  const startedJobs = new Set(inFlight);
  const { begun, ended } = await readJobsBegun(folder);
  const known = new Set([...startedJobs, ...begun, ...ended]);
  const canary = study.execution.canary !== undefined && plan.jobs.length > 1 ? 1 : 0;
  const withdrawals = await readWithdrawnRuns(folder, revision);
  const withJob = await readRunsWithJob(folder, started);
  const awaited = (await readAwaited(folder)).map(({ run }) => run);
  const out = new Set([...outcomes.keys(), ...withJob.keys(), ...awaited]);
  const jobsOf = new Map<number, number>();
  for (const job of plan.jobs) {
    for (const run of runsOfJob(job)) {
      if (startedJobs.has(job.jobNumber)) out.add(run);
      if (known.has(job.jobNumber) || job.jobNumber === canary || out.has(run)) continue;
      jobsOf.set(run, job.jobNumber);
    }
  }
  const waiting = await runsInWaiting(folder, begun, {
    isStarted: (jobNumber) => jobNumber <= plan.jobs.length || startedJobs.has(jobNumber),
  });
  const again = notDoneAnew(await readAskedAgain(folder), attempts).filter(hasToRun);
  const own = new Set([...waiting, ...again.map(({ run }) => run)]);
  const added = runsBesideJobs(started.runCount, plan.runCount, withdrawals);
  const isOut = (run: number): boolean => outcomes.has(run) || withJob.has(run);
  return {
    open: [...jobsOf.keys(), ...added.filter((run) => !out.has(run))].sort((a, b) => a - b),
    own: [...own],
    failed: [...outcomes.values()].flatMap(({ run, status }) =>
      status === 'Failed' && !own.has(run) ? [run] : [],
    ),
    jobsOf,
    withdrawn: new Set([...withdrawals.now.keys()].filter((run) => !isOut(run))),
  };
}

/** Runs of retries that aren't prepared: they run with the newest files. */
async function runsInWaiting(
  folder: DocumentFolder,
  begun: readonly number[],
  { isStarted }: { isStarted(jobNumber: number): boolean },
): Promise<readonly number[]> {
  const runs: number[] = [];
  for (const jobNumber of begun) {
    if (isStarted(jobNumber) || (await folder.has(layout.jobSpec(jobNumber)))) continue;
    const choice = await folder.find(layout.retryChoice(jobNumber));
    if (choice !== undefined) runs.push(...specRuns(choice).map(({ run }) => run));
  }
  return runs;
}
