import { ApplicationFailure } from '@temporalio/common';
import { attemptsByRun, mayRunAgain, spendOn, spentBefore } from '../../src/run/attempts.ts';
import { mergeOutcomes, reasonOf, type RunOutcome } from '../../src/run/run-outcome.ts';
import { mayBecome } from '../../src/run/run-state.ts';
import type { PlanRetryInput, PlannedRetry } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { addedRuns } from '../study/added-runs.ts';
import { chooseRunsAgain } from './runs-again.ts';
import { requireTicket } from './require-ticket.ts';
import {
  listOf,
  noteOf,
  sentenceOfCanary,
  sentenceOfLater,
  sentencePassedOver,
} from './retry-notes.ts';
import {
  layout,
  readCheckpoint,
  readStudyOutcomes,
  readUnbegunRuns,
  readWithdrawnRuns,
  type JobSpec,
  type DocumentFolder,
  type UnbegunRun,
} from '../../src/store/index.ts';

/**
 * Chooses the failed runs that run again as job `jobNumber`, with those that a stopped job never began where a person asks for all, and keeps
 * the choice. Runs that are done are among them only where an amendment has them run again, others than the canary's only once one of those is done, and none that an earlier job of
 * the same retry has. A job takes as many as a planned one, and tells how many are left.
 */
export async function planRetry(
  { store, studyCache }: ActivityDependencies,
  { studyId, jobNumber, request, canaryOnly, since }: PlanRetryInput,
  _run: ActivityRun,
): Promise<PlannedRetry> {
  const folder = store.study(studyId);
  const { study, plan } = await studyCache.get(studyId);
  const askedAt =
    request === undefined || request.runs === 'added'
      ? undefined
      : await requireTicket(folder, { studyId, jobNumber: since ?? jobNumber, request });
  await requireNext(folder, jobNumber, plan.jobs.length);
  const before = await runsSince(folder, since ?? jobNumber, jobNumber);
  const isFirst = since === undefined || since === jobNumber;
  const outcomes = await readStudyOutcomes(folder, jobNumber - 1);
  const attempts = attemptsByRun(outcomes);
  const failed = [...mergeOutcomes(outcomes).values()].filter(({ status }) =>
    mayBecome(status, 'Submitted'),
  );
  const unbegun =
    request?.runs === 'added'
      ? await addedRuns({ store, studyCache }, studyId, attempts)
      : await unbegunOf(folder, outcomes, request, plan.jobs.length);
  const doneAgain = await chooseRunsAgain(folder, outcomes, request, study.execution.retries);
  const unbegunRuns = new Set([...unbegun, ...doneAgain].map(({ run }) => run));
  // Of a study that had ended all failures are seen, whatever the platform's clock says of them.
  const { jobs: seen } = await readCheckpoint(folder);
  const failedLater =
    request?.runs === 'failed' && askedAt !== undefined
      ? failed
          .filter((latest) => latest.jobNumber > seen && hasFailedAfter(latest, askedAt))
          .map(({ run }) => run)
      : [];
  const again = failed
    .filter(({ run }) => !unbegunRuns.has(run))
    .map((latest) => describeRun(latest, attempts.get(latest.run) ?? []))
    .filter(({ run, latest, reason, spentBefore: before }) => {
      if (request === undefined) return mayRunAgain(latest, before, study.execution.retries);
      if (request.runs === 'failed') return !failedLater.includes(run);
      if (request.runs === 'added') return false;
      return request.runs === 'stopped'
        ? reason === 'stopped' && request.ofJobs.includes(latest.jobNumber)
        : request.runs.includes(run);
    });
  const { now: withdrawn } = await readWithdrawnRuns(folder);
  const neverRan = unbegun.map(({ run, reason, spent }) => ({
    ...{ run, reason, spent },
    attempt: (attempts.get(run)?.length ?? 0) + 1,
  }));
  const wanted = [...again, ...neverRan, ...doneAgain]
    .filter(({ run }) => !before.has(run) && (attempts.has(run) || !withdrawn.has(run)))
    .sort((a, b) => a.run - b.run);
  const lastAllowed = canaryOnly === true ? (plan.jobs[0]?.lastRun ?? 0) : Infinity;
  const allowed = wanted.filter(({ run }) => run <= lastAllowed);
  const chosen = allowed.slice(0, since === undefined ? undefined : study.execution.runsPerJob);
  const held = wanted.filter(({ run }) => run > lastAllowed);
  // What the later jobs of a retry leave out was told with its first.
  const note = isFirst
    ? noteOf(
        sentencePassedOver(request, new Set(wanted.map(({ run }) => run))),
        sentenceOfLater(studyId, failedLater, askedAt),
        canaryOnly === true && request !== undefined
          ? sentenceOfCanary(jobNumber, allowed, held)
          : undefined,
      )
    : {};
  const runs = chosen.map((one) => {
    const { run, attempt, reason, spent } = one;
    return { run, attempt, reason, spent, ...('done' in one ? { done: one.done } : {}) };
  });
  const made = await keepRetryChoice(folder, jobNumber, runs);
  const taken = Array.isArray(made) ? new Set(made) : undefined;
  const chosenRuns = new Set(runs.map(({ run }) => run));
  const first = [...neverRan, ...doneAgain].filter(
    ({ run }) => chosenRuns.has(run) && !attempts.has(run),
  ).length;
  const firstTries = first === 0 ? {} : { firstTries: first };
  const leftRuns = allowed.filter(({ run }) => !(taken ?? chosenRuns).has(run));
  const left = since === undefined || leftRuns.length === 0 ? {} : { left: leftRuns.length };
  if (taken === undefined) return { runs: runs.length, ...left, ...firstTries, ...note };
  const others = runs.map(({ run }) => run).filter((run) => !taken.has(run));
  if (others.length === 0) return { runs: taken.size, ...left, ...firstTries, ...note };
  const prepared = `Job ${jobNumber} was prepared before, for other runs, and may be paid for: it is looked after first`;
  return {
    ...{ runs: taken.size, ...left },
    note:
      since === undefined
        ? `${prepared}. Ask again when it has ended, for: ${listOf(others)}`
        : prepared,
  };
}

/** The runs that the jobs of this retry before this one have. */
async function runsSince(
  folder: DocumentFolder,
  since: number,
  jobNumber: number,
): Promise<ReadonlySet<number>> {
  const runs = new Set<number>();
  for (let before = since; before < jobNumber; before += 1) {
    const choice = await folder.find(layout.retryChoice(before));
    for (const run of runsOf(choice?.runs ?? [])) runs.add(run);
  }
  return runs;
}

function runsOf(runs: JobSpec['runs']): readonly number[] {
  if (Array.isArray(runs)) return runs.map(({ run }) => run);
  return Array.from({ length: runs.last - runs.first + 1 }, (_, index) => runs.first + index);
}

/** Jobs of retries are numbered one after the other. @throws ApplicationFailure NOT_OURS, not retried: no study of ours asks for another */
async function requireNext(
  folder: DocumentFolder,
  jobNumber: number,
  planned: number,
): Promise<void> {
  const isNext =
    jobNumber === planned + 1 ||
    (jobNumber > planned && (await folder.has(layout.retryChoice(jobNumber - 1))));
  if (isNext) return;
  throw ApplicationFailure.nonRetryable(
    `Expected the number of the study's next job, got ${jobNumber}: nothing is run again as that job`,
    'NOT_OURS',
  );
}

/**
 * Keeps the choice unless that job number has one, of a try whose answer was lost or of an execution that was terminated: the job may have been
 * submitted with it, and is found again by its number. Gives back the runs of such a choice.
 */
async function keepRetryChoice(
  folder: DocumentFolder,
  jobNumber: number,
  runs: Extract<JobSpec['runs'], readonly unknown[]>,
): Promise<'now' | 'nothing' | readonly number[]> {
  const object = layout.retryChoice(jobNumber);
  const before = await folder.find(object);
  if (before === undefined) {
    if (runs.length === 0) return 'nothing';
    if (await folder.create(object, { runs })) return 'now';
  }
  const { runs: made } = before ?? (await folder.read(object));
  return runsOf(made);
}

/** What a person has go on beside failed runs: what stopped jobs never began. */
async function unbegunOf(
  folder: DocumentFolder,
  outcomes: readonly (readonly RunOutcome[])[],
  request: PlanRetryInput['request'],
  lastPlanned: number,
): Promise<readonly Omit<UnbegunRun, 'jobNumber'>[]> {
  if (request === undefined) return [];
  if (request.runs === 'failed') return readUnbegunRuns(folder, outcomes, undefined, lastPlanned);
  if (request.runs !== 'stopped') return [];
  const { ofJobs } = request;
  return readUnbegunRuns(folder, outcomes, (jobNumber) => ofJobs.includes(jobNumber));
}

function describeRun(latest: RunOutcome, attempts: readonly RunOutcome[]) {
  const reason = reasonOf(latest) ?? 'job-failed';
  const spent = spentBefore(latest, attempts);
  return {
    run: latest.run,
    latest,
    attempt: attempts.length + 1,
    reason,
    spentBefore: spent,
    spent: spendOn(spent, latest),
  };
}

/** True for a run that failed when its owner had asked already: they can't have meant it. What was stopped goes on as they said. */
function hasFailedAfter(latest: RunOutcome, askedAt: Date): boolean {
  const isStopped = reasonOf(latest) === 'stopped';
  return !isStopped && Date.parse(latest.endedAt ?? '') > askedAt.getTime();
}
