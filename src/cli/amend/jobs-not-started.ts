/** What a study has yet to start: its planned jobs that were never prepared, what earlier amendments added, and the runs that an amendment takes back from the studies that were to run them. */
import { layout, readAwaited, readSharing, type Store } from '../../store/index.ts';
import { jobsWithoutRuns } from '../../study/amend/without-runs.ts';
import { partialJob } from '../../study/partial-job.ts';
import type { Plan } from '../../study/plan.ts';
import type { PlannedStoredStudy } from '../studies/open-stored-study.ts';
import { readAddedBefore } from './added-before.ts';
import { readAmendedKeys } from './amended-keys.ts';
import type { ChosenWithdrawn } from './choose-withdrawn.ts';
import type { ChangedStudy } from './read-changed.ts';

/** Before an amendment, and by it. */
export interface JobsNotStarted {
  /** Jobs of the plan that were never prepared, and aren't left to others; with those that the runs which were added before become. */
  readonly notStarted: Plan['jobs'];
  /** Those that would be started, without the runs that are withdrawn; with the runs that no other study's stand for any more. */
  readonly left: Plan['jobs'];
  /** Those of the jobs that are left which the runs that were added before become: all that one which has ended would still run. */
  readonly added: Plan['jobs'];
  /** Planned runs that no job has yet, without those that wait for another study's as before. */
  readonly runs: number;
}

/** @param chosen runs that the amendment withdraws */
export async function readJobsNotStarted(
  store: Store,
  stands: PlannedStoredStudy,
  amended: ChangedStudy,
  { withdraws }: Pick<ChosenWithdrawn, 'withdraws'>,
): Promise<JobsNotStarted> {
  const { plan } = stands;
  const jobs = await readPlannedJobs(store, stands);
  const gone = new Set(withdraws);
  const left = jobsWithoutRuns({ ...plan, jobs }, gone);
  const own = (await readUnshared(store, stands, amended)).filter((run) => !gone.has(run));
  const added = await readAddedBefore(store, stands);
  const stay = added.filter((run) => !gone.has(run));
  const { runsPerJob } = amended.study.execution;
  return {
    notStarted: [...jobs, ...cut(plan, added, stands.study.execution.runsPerJob)],
    left: [
      ...left.filter(({ expectedRuns }) => expectedRuns > 0),
      ...cut(plan, [...stay, ...own], runsPerJob),
    ],
    added: cut(plan, stay, runsPerJob),
    runs: own.length + added.length + jobs.reduce((sum, { expectedRuns }) => sum + expectedRuns, 0),
  };
}

async function readPlannedJobs(
  store: Store,
  { studyId, plan }: PlannedStoredStudy,
): Promise<Plan['jobs']> {
  const { objects } = await store.study(studyId).list(layout.allJobs);
  const names = new Set(objects);
  const { leftOut } = await readSharing(store.study(studyId));
  const isOut = (jobNumber: number): boolean =>
    names.has(`${jobNumber}.json`) || leftOut.includes(jobNumber);
  return plan.jobs.filter(({ jobNumber, expectedRuns }) => expectedRuns > 0 && !isOut(jobNumber));
}

/** Runs that wait for another study's, and that the amendment makes others than those: the study runs, and pays, them itself. A study that has ended waits for none. */
async function readUnshared(
  store: Store,
  stands: PlannedStoredStudy,
  amended: ChangedStudy,
): Promise<readonly number[]> {
  if (stands.ended !== undefined) return [];
  const awaited = (await readAwaited(store.study(stands.studyId))).map(({ run }) => run);
  if (awaited.length === 0) return [];
  const keysOf = await readAmendedKeys(stands, amended);
  const [before, after] = [await keysOf.before(awaited), await keysOf.after(awaited)];
  return awaited.filter((run) => after.has(run) && before.get(run) !== after.get(run));
}

/** Runs as the further jobs that they become. */
function cut(plan: Plan, runs: readonly number[], runsPerJob: number): Plan['jobs'] {
  return Array.from({ length: Math.ceil(runs.length / runsPerJob) }, (_, index) =>
    partialJob(
      plan,
      plan.jobs.length + 1 + index,
      runs.slice(index * runsPerJob, (index + 1) * runsPerJob),
    ),
  );
}
