/** Holds a window of job workflows until no run is left to run, retries by cause, keeps the guard. */
import {
  condition,
  getExternalWorkflowHandle,
  log,
  ParentClosePolicy,
  startChild,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import { jobWorkflowId } from '../../src/temporal/names.ts';
import { doeJobWorkflow } from '../doe-job/doe-job-workflow.ts';
import { stopJobSignal } from '../messages.ts';
import type { StudyContext } from './study-context.ts';
import { askForCluster } from './lend-cluster.ts';
import { publishProgress } from './publish-progress.ts';
import { watchPlatform } from './watch-platform.ts';

/** Returns when nothing is in flight and nothing is left, or when the story must continue in a new execution. */
export async function runJobs(context: StudyContext): Promise<void> {
  await watchPlatform(context, async () => {
    for (;;) {
      guardFailures(context);
      if (context.ledger.stopping) await stopJobs(context);
      else {
        await askForCluster(context);
        await planRetries(context);
        await fillWindow(context);
      }
      publishProgress(context);
      if (isOver(context) || context.mustContinueAsNew()) return;
      await nextChange(context);
    }
  });
}

function isOver({ ledger }: StudyContext): boolean {
  const { state, jobs } = ledger;
  if (jobs.inFlightCount > 0) return false;
  if (ledger.stopping) return true;
  return (
    state.state === 'Running' &&
    ledger.plannedLeft === 0 &&
    jobs.state.queuedRetries.length === 0 &&
    state.requests.length === 0 &&
    state.retryable === 0
  );
}

/** Sleeps until a handler changed something that this loop acts on. */
async function nextChange({ ledger }: StudyContext): Promise<void> {
  const inFlight = ledger.jobs.inFlightCount;
  const { requests, stopMode, state, cluster } = ledger.state;
  const { done, failed } = ledger.counts;
  await condition(
    () =>
      ledger.jobs.inFlightCount !== inFlight ||
      ledger.counts.done !== done ||
      ledger.counts.failed !== failed ||
      ledger.state.requests !== requests ||
      ledger.state.stopMode !== stopMode ||
      ledger.state.state !== state ||
      ledger.state.cluster !== cluster,
  );
}

async function fillWindow(context: StudyContext): Promise<void> {
  const { ledger, input } = context;
  const { plan } = ledger.state;
  if (plan === undefined) return;
  const hasRoom = (): boolean =>
    ledger.state.state === 'Running' &&
    !ledger.stopping &&
    ledger.jobs.inFlightCount < plan.maxConcurrentJobs;
  while (hasRoom() && !isWaitingForCluster(context)) {
    const jobNumber = ledger.startNextJob();
    if (jobNumber === undefined) return;
    const { cluster } = ledger.state;
    await startChild(doeJobWorkflow, {
      workflowId: jobWorkflowId(input.studyId, jobNumber),
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      // A parent-close policy also fires on continue-as-new: the study ends its jobs itself.
      parentClosePolicy: ParentClosePolicy.ABANDON,
      args: [
        {
          studyId: input.studyId,
          studyWorkflowId: context.workflowId,
          jobNumber,
          pace: input.pace,
          ...(cluster.kind === 'ready' ? { clusterId: cluster.clusterId } : {}),
        },
      ],
      staticSummary: `${input.studyName}: job ${jobNumber}`,
    });
  }
}

function isWaitingForCluster({ ledger }: StudyContext): boolean {
  const { plan, cluster } = ledger.state;
  if (plan?.cluster === undefined) return false;
  return cluster.kind === 'not-asked' || cluster.kind === 'asked';
}

/** When all else has ended, the failed runs that may run again become one further job. */
async function planRetries({ ledger, input, proxies }: StudyContext): Promise<void> {
  const { jobs } = ledger;
  const idle =
    jobs.inFlightCount === 0 && ledger.plannedLeft === 0 && jobs.state.queuedRetries.length === 0;
  if (!idle || ledger.state.state !== 'Running') return;
  while (ledger.state.requests.length > 0 || ledger.state.retryable > 0) {
    const request = ledger.state.requests[0];
    const planned = await proxies.step.planRetry({
      studyId: input.studyId,
      jobNumber: jobs.state.nextJobNumber,
      ...(request === undefined ? {} : { request }),
    });
    ledger.retryPlanned(request, planned);
    if (planned.runs > 0) return;
  }
}

/** Acts on too many failed runs as the study file says. */
function guardFailures({ ledger }: StudyContext): void {
  const { plan, state } = ledger.state;
  const { failed } = ledger.counts;
  if (!ledger.overLimit || state !== 'Running') return;
  switch (plan?.onLimit) {
    case 'pause':
      return ledger.pause(
        `paused: ${failed} runs failed, over the limit; waiting for resume, retry or stop`,
      );
    case 'abort':
      return ledger.abort();
    case 'finish':
    case undefined:
      return;
  }
}

/** Nothing new is started; every living job is asked once per way of stopping. */
async function stopJobs({ ledger, input }: StudyContext): Promise<void> {
  const mode = ledger.state.stopMode ?? 'stop';
  ledger.showActivity('stopping jobs');
  for (const jobNumber of ledger.jobs.inFlightNumbers) {
    const job = getExternalWorkflowHandle(jobWorkflowId(input.studyId, jobNumber));
    try {
      await job.signal(stopJobSignal, { mode });
    } catch (error) {
      // The job ended meanwhile, or was terminated by hand; either way it no longer counts.
      log.warn('A job could not be asked to stop', { jobNumber, error });
      ledger.jobs.drop(jobNumber);
    }
  }
}
