import { ApplicationFailure } from '@temporalio/common';
import { attemptsByRun, mayRunAgain, spendOn, spentBefore } from '../../src/run/attempts.ts';
import { mergeOutcomes, reasonOf, type RunOutcome } from '../../src/run/run-outcome.ts';
import { mayBecome } from '../../src/run/run-state.ts';
import type { PlanRetryInput, PlannedRetry } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireTicket } from './require-ticket.ts';
import {
  layout,
  readCheckpoint,
  readStudyOutcomes,
  readUnbegunRuns,
  type JobSpec,
  type DocumentFolder,
  type UnbegunRun,
} from '../../src/store/index.ts';

/**
 * Chooses the failed runs that run again as job `jobNumber`, with those that a stopped job never began where a person asks for all, and keeps
 * the choice. Runs that are done are never among them, and others than the canary's only once one of those is done.
 */
export async function planRetry(
  { store, studyCache }: ActivityDependencies,
  { studyId, jobNumber, request, canaryOnly }: PlanRetryInput,
  _run: ActivityRun,
): Promise<PlannedRetry> {
  const folder = store.study(studyId);
  const { study, plan } = await studyCache.get(studyId);
  const askedAt =
    request === undefined
      ? undefined
      : await requireTicket(folder, { studyId, jobNumber, request });
  await requireNext(folder, jobNumber, plan.jobs.length);
  const outcomes = await readStudyOutcomes(folder, jobNumber - 1);
  const attempts = attemptsByRun(outcomes);
  const failed = [...mergeOutcomes(outcomes).values()].filter(({ status }) =>
    mayBecome(status, 'Submitted'),
  );
  const unbegun = await unbegunOf(folder, outcomes, request);
  const unbegunRuns = new Set(unbegun.map(({ run }) => run));
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
      return request.runs === 'stopped'
        ? reason === 'stopped' && request.ofJobs.includes(latest.jobNumber)
        : request.runs.includes(run);
    });
  const neverRan = unbegun.map(({ run, reason, spent }) => ({
    ...{ run, reason, spent },
    attempt: (attempts.get(run)?.length ?? 0) + 1,
  }));
  const wanted = [...again, ...neverRan].sort((a, b) => a.run - b.run);
  const lastAllowed = canaryOnly === true ? (plan.jobs[0]?.lastRun ?? 0) : Infinity;
  const chosen = wanted.filter(({ run }) => run <= lastAllowed);
  const held = wanted.filter(({ run }) => run > lastAllowed);
  const note = noteOf(
    sentencePassedOver(request, new Set(wanted.map(({ run }) => run))),
    sentenceOfLater(studyId, failedLater, askedAt),
    canaryOnly === true && request !== undefined
      ? sentenceOfCanary(jobNumber, chosen, held)
      : undefined,
  );
  const runs = chosen.map(({ run, attempt, reason, spent }) => ({ run, attempt, reason, spent }));
  const made = await keepRetryChoice(folder, jobNumber, runs);
  const first = neverRan.filter(({ run }) => run <= lastAllowed && !attempts.has(run)).length;
  const firstTries = first === 0 ? {} : { firstTries: first };
  if (made === 'now' || made === 'nothing') return { runs: runs.length, ...firstTries, ...note };
  const others = runs.map(({ run }) => run).filter((run) => !made.includes(run));
  if (others.length === 0) return { runs: made.length, ...firstTries, ...note };
  return {
    runs: made.length,
    note: `Job ${jobNumber} was prepared before, for other runs, and may be paid for: it is looked after first. Ask again when it has ended, for: ${listOf(others)}`,
  };
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
  if (Array.isArray(made)) return made.map(({ run }) => run);
  return Array.from({ length: made.last - made.first + 1 }, (_, index) => made.first + index);
}

/** What a person has go on beside failed runs: what stopped jobs never began. */
async function unbegunOf(
  folder: DocumentFolder,
  outcomes: readonly (readonly RunOutcome[])[],
  request: PlanRetryInput['request'],
): Promise<readonly UnbegunRun[]> {
  if (request === undefined) return [];
  if (request.runs === 'failed') return readUnbegunRuns(folder, outcomes);
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

function noteOf(...sentences: readonly (string | undefined)[]): { readonly note?: string } {
  const told = sentences.filter((sentence) => sentence !== undefined);
  return told.length === 0 ? {} : { note: told.join('. ') };
}

function sentencePassedOver(
  request: PlanRetryInput['request'],
  wanted: ReadonlySet<number>,
): string | undefined {
  if (request === undefined || typeof request.runs === 'string') return undefined;
  const others = request.runs.filter((run) => !wanted.has(run));
  if (others.length === 0) return undefined;
  return `Not run again, as only failed runs are: ${listOf(others)}`;
}

/** True for a run that failed when its owner had asked already: they can't have meant it. What was stopped goes on as they said. */
function hasFailedAfter(latest: RunOutcome, askedAt: Date): boolean {
  const isStopped = reasonOf(latest) === 'stopped';
  return !isStopped && Date.parse(latest.endedAt ?? '') > askedAt.getTime();
}

function sentenceOfLater(
  studyId: string,
  runs: readonly number[],
  askedAt: Date | undefined,
): string | undefined {
  if (runs.length === 0 || askedAt === undefined) return undefined;
  return `Not run again, as they failed after that was asked for (${askedAt.toISOString()}): ${listOf(runs)}. To run them again too: doeflow retry ${studyId} --failed`;
}

type NumberedRuns = readonly { readonly run: number }[];

/** What goes ahead, and which of the runs that were asked for wait for it. */
function sentenceOfCanary(
  jobNumber: number,
  chosen: NumberedRuns,
  held: NumberedRuns,
): string | undefined {
  const ahead =
    chosen.length === 0
      ? undefined
      : `As none of the canary's runs is done, they go ahead alone, as job ${jobNumber}: what has not run follows once one is done`;
  if (held.length === 0) return ahead;
  const numbers = listOf(held.map(({ run }) => run));
  const left = `Not run again, as none of the canary's runs is done: ${numbers}. Ask for them again once one is`;
  return ahead === undefined ? left : `${ahead}. ${left}`;
}

function listOf(runs: readonly number[]): string {
  return `${runs.slice(0, 10).join(', ')}${runs.length > 10 ? ', …' : ''}`;
}
