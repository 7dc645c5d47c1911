/** Holds a window of job workflows until no run is left to run, retries by cause, keeps the guard. */
import { condition, patched } from '@temporalio/workflow';
import type { PlannedRetry } from '../../src/run/activity-contract.ts';
import { isRefusal, sentenceOf } from '../failures.ts';
import { awaitSharedRuns, sharesRuns } from './await-shared-runs.ts';
import { adoptEndedJobs, adoptJobs, looksForEnded } from './adopt-jobs.ts';
import { createBudgetKeeper, showNoneHeld } from './keep-budget.ts';
import { endEmptyPause } from './end-empty-pause.ts';
import { lookAgain } from './look-again.ts';
import { leaveCluster } from './leave-cluster.ts';
import { limitClusters } from './limit-clusters.ts';
import { runBeside } from './beside.ts';
import type { StudyContext } from './study-context.ts';
import { askForCluster, releaseWhilePaused } from './lend-cluster.ts';
import { describeAsItGoes } from './describe-study.ts';
import { createFitter } from './fit-jobs.ts';
import { heedGuards } from './heed-guards.ts';
import { returnIdleCluster } from './idle-cluster.ts';
import { publishProgress } from './publish-progress.ts';
import { wantedRuns } from './planned-jobs.ts';
import type { AskedRetry } from './study-state.ts';
import { readOutputsAnew } from './read-outputs-anew.ts';
import { sendRevision } from './send-revision.ts';
import { startJob } from './start-job.ts';
import { createJobStopper } from './stop-jobs.ts';
import { takeOverJobs } from './take-over-jobs.ts';
import { watchPlatform } from './watch-platform.ts';
import { watchdog } from './watchdog.ts';

/** Returns when nothing is in flight and nothing is left, or when the story must continue in a new execution. */
export async function runJobs(context: StudyContext): Promise<void> {
  // What is asked for while the watchers end is run too: afterwards requests are refused.
  do {
    await runWindow(context);
    if (isOver(context)) await awaitSharedRuns(context, () => isOver(context));
  } while ((!isOver(context) || sharesRuns(context)) && !context.mustContinueAsNew());
}

async function runWindow(context: StudyContext): Promise<void> {
  const stopJobs = createJobStopper(context);
  const fits = createFitter(context);
  const affords = createBudgetKeeper(context);
  const watchers = [
    () => watchPlatform(context),
    () => watchdog(context),
    () => returnIdleCluster(context),
    () => describeAsItGoes(context),
  ];
  await runBeside(watchers, async () => {
    if (looksForEnded(context)) await adoptEndedJobs(context);
    for (;;) {
      const isChanged = changesOf(context);
      await takeOverJobs(context);
      heedGuards(context);
      limitFailures(context);
      endEmptyPause(context);
      limitClusters(context);
      const { ledger } = context;
      if (ledger.stopping) {
        ledger.showActivity('stopping jobs');
        await adoptJobs(context);
        await stopJobs(ledger.jobs.inFlightNumbers);
      } else {
        await stopJobs(ledger.guards.heldInFlight);
        await releaseWhilePaused(context);
        await sendRevision(context);
        await leaveCluster(context);
        await lookAgain(context);
        await readOutputsAnew(context);
        await askForCluster(context);
        if (!isWaitingForCluster(context)) await adoptJobs(context);
        await planRetries(context);
        // What was asked for may hold none of the canary's runs.
        if (ledger.guards.isCanaryAhead) heedGuards(context);
        // Failed runs that run again may need a cluster that had been let go.
        await askForCluster(context);
        await fillWindow(context, async (job) => (await fits(job)) && (await affords(job)));
      }
      // What was amended may have left nothing, too.
      endEmptyPause(context);
      // Nothing is left that a pause holds.
      if (isOver(context) && ledger.state.state === 'Paused' && !ledger.stopping)
        ledger.turn('running jobs');
      publishProgress(context);
      if (isOver(context) || context.mustContinueAsNew()) return;
      await condition(isChanged);
    }
  });
}

function isOver({ ledger }: StudyContext): boolean {
  const { state, jobs } = ledger;
  if (jobs.inFlightCount > 0) return false;
  if (ledger.stopping) return true;
  // It was amended while its last runs ended: what that adds isn't known yet.
  if (state.revision !== state.sentRevision || state.anew !== undefined) return false;
  // Paused while its last runs executed: there is nothing to wait for.
  const isWhole = state.state === 'Paused' && ledger.counts.done === wantedRuns(state);
  return (
    (state.state === 'Running' || isWhole) &&
    ledger.planned.left === 0 &&
    jobs.state.queuedRetries.length === 0 &&
    state.requests.length === 0 &&
    state.retryable === 0
  );
}

/** Tells whether anything that the loop acts on has changed since now; what changes while the loop works isn't missed. */
function changesOf({ ledger }: StudyContext): () => boolean {
  const inFlight = ledger.jobs.inFlightCount;
  const { gone } = ledger.jobs.state;
  const { requests, revision, stopMode, state, cluster } = ledger.state;
  const { costLimitLooks } = ledger.guards.state;
  const { done, failed } = ledger.counts;
  const { failedAttempts } = ledger.jobs;
  return () =>
    ledger.jobs.inFlightCount !== inFlight ||
    ledger.jobs.state.gone !== gone ||
    ledger.counts.done !== done ||
    ledger.counts.failed !== failed ||
    ledger.jobs.failedAttempts !== failedAttempts ||
    ledger.state.requests !== requests ||
    ledger.state.revision !== revision ||
    ledger.state.stopMode !== stopMode ||
    ledger.state.state !== state ||
    ledger.state.cluster !== cluster ||
    ledger.guards.state.costLimitLooks !== costLimitLooks;
}

async function fillWindow(
  context: StudyContext,
  mayStart: (jobNumber: number) => Promise<boolean>,
): Promise<void> {
  const { ledger } = context;
  const { plan } = ledger.state;
  if (plan === undefined) return;
  const hasRoom = (): boolean =>
    ledger.state.state === 'Running' &&
    ledger.state.leavesCluster === undefined &&
    !ledger.stopping &&
    !ledger.guards.waitsForCanary(plan) &&
    ledger.jobs.inFlightCount < plan.maxConcurrentJobs;
  while (hasRoom() && !isWaitingForCluster(context)) {
    const jobNumber = ledger.guards.nextJob(ledger.state);
    if (jobNumber === undefined) return showNoneHeld(context);
    // A wide window alone can make a history too long to be replayed in time; studies of before filled it whole.
    if (context.mustContinueAsNew() && patched('window-in-parts')) return;
    if (!(await mayStart(jobNumber))) return;
    // While it was asked, a person may have stopped the study, or the cluster may have gone.
    if (!hasRoom() || isWaitingForCluster(context)) return;
    if (ledger.startNextJob() !== jobNumber) continue;
    if (ledger.guards.isHeld(jobNumber) && patched('started-anew')) {
      ledger.guards.startedAnew(jobNumber);
    }
    await startJob(context, jobNumber);
  }
}

function isWaitingForCluster({ ledger }: StudyContext): boolean {
  const { plan, cluster } = ledger.state;
  if (plan?.cluster === undefined) return false;
  return cluster.kind === 'not-asked' || cluster.kind === 'asked';
}

/** When all else has ended, the failed runs that may run again become further jobs; those of a canary that is ahead before all else. */
async function planRetries(context: StudyContext): Promise<void> {
  const { jobs, guards, state, planned } = context.ledger;
  const canaryOnly = guards.isCanaryAhead;
  const isAllStarted = canaryOnly ? !guards.isCanaryLeft(planned.left) : planned.left === 0;
  const idle = isAllStarted && jobs.inFlightCount === 0 && jobs.state.queuedRetries.length === 0;
  if (!idle || state.state !== 'Running') return;
  // What was added waits for the canary, as planned jobs do.
  const asked = (): readonly AskedRetry[] =>
    context.ledger.state.requests.filter(({ runs }) => !canaryOnly || runs !== 'added');
  while (asked().length > 0 || context.ledger.state.retryable > 0) {
    await planNextRetry(context, canaryOnly, asked()[0]);
    if (jobs.state.queuedRetries.length > 0) return;
  }
}

/** Plans jobs of the next retry, as many as run at a time: what is left of it follows when they have ended. */
async function planNextRetry(
  { ledger, input: { studyId }, proxies }: StudyContext,
  canaryOnly: boolean,
  request: AskedRetry | undefined,
): Promise<void> {
  const { nextJobNumber } = ledger.jobs.state;
  const since = ledger.state.retryBegan ?? nextJobNumber;
  const { maxConcurrentJobs = 1 } = ledger.state.plan ?? {};
  const { sentRevision } = ledger.state;
  const room = (): number => nextJobNumber + maxConcurrentJobs - ledger.jobs.state.nextJobNumber;
  let left: number | undefined;
  do {
    const planned = await unlessRefused(
      proxies.step.planRetry({
        ...{ studyId, since },
        jobNumber: ledger.jobs.state.nextJobNumber,
        ...(request === undefined ? {} : { request }),
        ...(canaryOnly ? { canaryOnly } : {}),
        ...(sentRevision === undefined ? {} : { revision: sentRevision }),
      }),
    );
    ledger.retryPlanned(request, planned, since);
    ledger.useRevision(planned.later);
    ({ left } = planned);
  } while (left !== undefined && room() > 0 && !ledger.stopping);
}

/** Acts on too many failed runs as the study file says. */
function limitFailures({ ledger, input: { studyId } }: StudyContext): void {
  const { plan, state } = ledger.state;
  const { failed } = ledger.counts;
  // What a person asked for, perhaps harder, stands.
  if (state !== 'Running' || ledger.stopping) return;
  const { isPassed, wasPassedBefore } = ledger.overLimit;
  if (!wasPassedBefore || (!isPassed && patched('limit-anew'))) return;
  switch (plan?.onLimit) {
    case 'pause':
      // What executes would be paid for and likely fail too; studies of before let it go on.
      if (patched('limit-holds')) ledger.guards.hold();
      return ledger.turn(
        `paused: ${failed} runs failed, over the limit; waiting for resume, retry or stop`,
        'maxFailedRuns',
      );
    case 'abort':
      ledger.note(
        `Aborted, as ${failed} runs failed, more than the limit of ${plan.maxFailedRuns} (onLimit: abort). Why they failed: doeflow logs ${studyId}`,
      );
      return ledger.abort();
    case 'finish':
    case undefined:
      return;
  }
}

/** A retry that can't be planned must not cost the study what it has: it is told, and the study ends without it. */
async function unlessRefused(planning: Promise<PlannedRetry>): Promise<PlannedRetry> {
  try {
    return await planning;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { runs: 0, note: `No failed run could be planned again: ${sentenceOf(error)}` };
  }
}
