/** Which runs of a study that was amended, or goes on, other studies may have. */
import { firstRevision } from '../../src/run/first-revision.ts';
import { mergeOutcomes } from '../../src/run/run-outcome.ts';
import { hasToRun, notDoneAnew } from '../../src/run/not-done-anew.ts';
import {
  layout,
  readAskedAgain,
  readAttempts,
  readJobsBegun,
  specRuns,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { runsOfJob } from '../../src/study/partial-job.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readAwaited } from './awaited-runs.ts';

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
  const { study, plan } = await studyCache.get(studyId, firstRevision);
  const { runCount } = (await studyCache.get(studyId, revision)).plan;
  const attempts = await readAttempts(folder);
  const outcomes = mergeOutcomes(attempts);
  const started = new Set(inFlight);
  const { begun, ended } = await readJobsBegun(folder);
  const known = new Set([...started, ...begun, ...ended]);
  const canary = study.execution.canary !== undefined && plan.jobs.length > 1 ? 1 : 0;
  const out = new Set([...outcomes.keys(), ...(await readAwaited(folder)).map(({ run }) => run)]);
  const waiting: number[] = [];
  for (const jobNumber of begun.filter((number) => number > plan.jobs.length)) {
    const { runs, isPrepared } = await runsOfRetry(folder, jobNumber);
    for (const run of runs) out.add(run);
    if (!isPrepared && !started.has(jobNumber)) waiting.push(...runs);
  }
  const jobsOf = new Map<number, number>();
  for (const job of plan.jobs) {
    if (known.has(job.jobNumber) || job.jobNumber === canary) continue;
    for (const run of runsOfJob(job)) if (!out.has(run)) jobsOf.set(run, job.jobNumber);
  }
  const added = Array.from(
    { length: runCount - plan.runCount },
    (_, index) => plan.runCount + 1 + index,
  );
  const again = notDoneAnew(await readAskedAgain(folder), attempts).filter(hasToRun);
  const own = new Set([...waiting, ...again.map(({ run }) => run)]);
  return {
    open: [...jobsOf.keys(), ...added.filter((run) => !out.has(run))].sort((a, b) => a - b),
    own: [...own],
    failed: [...outcomes.values()].flatMap(({ run, status }) =>
      status === 'Failed' && !own.has(run) ? [run] : [],
    ),
    jobsOf,
  };
}

async function runsOfRetry(
  folder: DocumentFolder,
  jobNumber: number,
): Promise<{ readonly runs: readonly number[]; readonly isPrepared: boolean }> {
  const spec = await folder.find(layout.jobSpec(jobNumber));
  const job = spec ?? (await folder.find(layout.retryChoice(jobNumber)));
  const runs = job === undefined ? [] : specRuns(job).map(({ run }) => run);
  return { runs, isPrepared: spec !== undefined };
}
