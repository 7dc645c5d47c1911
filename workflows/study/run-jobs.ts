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

/** Returns when nothing is in flight and nothing is left, or when the story must go on in a new execution. */
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
  if (ledger.inFlightCount > 0) return false;
  if (ledger.stopping) return true;
  const { state } = ledger;
  return (
    state.state === 'Running' &&
    ledger.plannedLeft === 0 &&
    state.queuedRetries.length === 0 &&
    state.requests.length === 0 &&
    state.retryable === 0
  );
}

/** Sleeps until a handler changed something that this loop acts on. */
async function nextChange({ ledger }: StudyContext): Promise<void> {
  const { state } = ledger;
  const seen = ledger.inFlightCount;
  const requests = state.requests.length;
  const { stopMode, state: studyState, cluster } = state;
  await condition(
    () =>
      ledger.inFlightCount !== seen ||
      state.requests.length !== requests ||
      state.stopMode !== stopMode ||
      state.state !== studyState ||
      state.cluster !== cluster,
  );
}

async function fillWindow(context: StudyContext): Promise<void> {
  const { ledger, input } = context;
  const { state } = ledger;
  const plan = state.plan;
  if (plan === undefined || state.state !== 'Running') return;
  if (plan.cluster !== undefined && state.cluster === undefined) return;
  while (ledger.inFlightCount < plan.maxConcurrentJobs && !ledger.stopping) {
    const jobNumber = ledger.takeNext();
    if (jobNumber === undefined) return;
    ledger.started(jobNumber);
    const clusterId =
      state.cluster !== undefined && 'clusterId' in state.cluster
        ? state.cluster.clusterId
        : undefined;
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
          ...(clusterId === undefined ? {} : { clusterId }),
        },
      ],
      staticSummary: `${input.studyName}: job ${jobNumber}`,
    });
  }
}

/** When all else has ended, the failed runs that may run again become one further job. */
async function planRetries({ ledger, input, proxies }: StudyContext): Promise<void> {
  const { state } = ledger;
  const idle = ledger.inFlightCount === 0 && ledger.plannedLeft === 0;
  if (!idle || state.queuedRetries.length > 0 || state.state !== 'Running') return;
  while (state.requests.length > 0 || state.retryable > 0) {
    const request = state.requests[0];
    const jobNumber = state.nextJobNumber;
    const planned = await proxies.step.planRetry({
      studyId: input.studyId,
      jobNumber,
      ...(request === undefined ? {} : { request }),
    });
    if (request !== undefined) state.requests.shift();
    else state.retryable = 0;
    if (planned.note !== undefined) ledger.note(planned.note);
    if (planned.runs === 0) continue;
    state.nextJobNumber += 1;
    state.queuedRetries.push(jobNumber);
    return;
  }
}

/** Acts on too many failed runs as the study file says. */
function guardFailures({ ledger }: StudyContext): void {
  const { state } = ledger;
  if (!ledger.overLimit || state.state !== 'Running') return;
  switch (state.plan?.onLimit) {
    case 'pause':
      state.state = 'Paused';
      state.activity = `paused: ${state.failed} runs failed, over the limit; waiting for resume, retry or stop`;
      return;
    case 'abort':
      state.aborted = true;
      state.stopMode = 'stop';
      return;
    case 'finish':
    case undefined:
      return;
  }
}

/** Nothing new is started; every living job is told once per way of stopping. */
async function stopJobs({ ledger, input }: StudyContext): Promise<void> {
  const { state } = ledger;
  const mode = state.stopMode ?? 'stop';
  state.activity = 'stopping jobs';
  state.queuedRetries = [];
  state.requests = [];
  for (const jobNumber of Object.keys(state.inFlight).map(Number)) {
    try {
      await getExternalWorkflowHandle(jobWorkflowId(input.studyId, jobNumber)).signal(
        stopJobSignal,
        {
          mode,
        },
      );
    } catch (error) {
      // The job ended meanwhile, or was terminated by hand; either way it no longer counts.
      log.warn('A job could not be told to stop', { jobNumber, error });
      delete state.inFlight[jobNumber];
    }
  }
}
