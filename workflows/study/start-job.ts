/** The start of a job's workflow, and what keeps its end from being missed. */
import {
  getExternalWorkflowHandle,
  isCancellation,
  ParentClosePolicy,
  startChild,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { StopMode } from '../../src/run/messages.ts';
import type { PlanSummary } from '../../src/run/plan-summary.ts';
import { jobWorkflowId } from '../../src/temporal/names.ts';
import { doeJobWorkflow } from '../doe-job/doe-job-workflow.ts';
import type { TakeOver } from '../doe-job/doe-job-input.ts';
import { lossOf } from '../failures.ts';
import { lookAgainSignal } from '../messages.ts';
import { startApart } from './start-apart.ts';

import type { StudyContext } from './study-context.ts';

/** How long the second and third workflow that take a job over wait first, in retry waits of the pace. */
const takeOverWaits = [0, 0, 20, 120] as const;
/** The same where the job is being stopped: a cluster may be paid for until its runs are collected. */
const takeOverWaitsOfStop = [0, 0, 6, 12] as const;

/**
 * Starts the workflow of a job that the ledger has in flight. Whatever way it ends, this execution hears of it: by its signal, its result
 * or its failure. A job of an earlier execution of the study that was terminated is joined while its workflow lives, else taken over.
 */
export async function startJob(context: StudyContext, jobNumber: number): Promise<void> {
  const { jobs } = context.ledger;
  while (!(await startOnce(context, jobNumber))) {
    if (await isAlive(context, jobNumber)) return;
    jobs.takeOver(jobNumber, jobs.handsOf(jobNumber).losses);
  }
}

/** Asks a job to look at the platform; a workflow that is gone can't be asked, and is booked so. */
export async function askJob(context: StudyContext, jobNumber: number): Promise<void> {
  const { jobs } = context.ledger;
  const { again } = jobs.handsOf(jobNumber);
  if (await isAlive(context, jobNumber)) return;
  jobs.workflowGone(jobNumber, again, 'it could not be found');
}

async function isAlive({ input, ledger }: StudyContext, jobNumber: number): Promise<boolean> {
  const { again } = ledger.jobs.handsOf(jobNumber);
  const job = getExternalWorkflowHandle(jobWorkflowId(input.studyId, jobNumber, again));
  try {
    await job.signal(lookAgainSignal);
    return true;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return false;
  }
}

function abreastOf({ maxConcurrentJobs, jobs }: PlanSummary): number {
  return Math.max(1, Math.min(maxConcurrentJobs, jobs));
}

/** False when a workflow of that id was started before. */
async function startOnce(context: StudyContext, jobNumber: number): Promise<boolean> {
  const { ledger, input } = context;
  const { again } = ledger.jobs.handsOf(jobNumber);
  const { cluster, plan, sentRevision } = ledger.state;
  // Its own workflow may be unknown to this Temporal server, and the job paid for all the same.
  const isAdopted = ledger.jobs.state.adopted.includes(jobNumber);
  try {
    const child = await startApart(() =>
      startChild(doeJobWorkflow, {
        workflowId: jobWorkflowId(input.studyId, jobNumber, again),
        workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
        // A parent-close policy also fires on continue-as-new: the study ends its jobs itself.
        parentClosePolicy: ParentClosePolicy.ABANDON,
        args: [
          {
            studyId: input.studyId,
            studyWorkflowId: context.workflowId,
            jobNumber,
            pace: input.pace,
            ...(sentRevision === undefined ? {} : { revision: sentRevision }),
            ...(cluster.kind === 'ready' ? { clusterId: cluster.clusterId } : {}),
            ...(plan === undefined ? {} : { abreast: abreastOf(plan) }),
            ...(again === 0 && !isAdopted ? {} : { takeOver: takeOverOf(context, jobNumber) }),
          },
        ],
        staticSummary: `${input.studyName}: job ${jobNumber}${again === 0 ? '' : `, taken over (${again})`}`,
      }),
    );
    void child.result().then(
      (end) => ledger.jobEnded(end),
      (error: unknown) => ledger.jobs.workflowGone(jobNumber, again, lossOf(error)),
    );
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

/** How long the workflow that takes a job over waits first, by how many of its workflows were lost; in milliseconds. */
export function takeOverWaitMs(context: StudyContext, jobNumber: number, losses: number): number {
  const isStopped = stopModeOf(context, jobNumber) !== undefined;
  const waits = isStopped ? takeOverWaitsOfStop : takeOverWaits;
  return context.input.pace.retryMs * (waits[losses] ?? 0);
}

/** How a job is to be stopped: as its study is, or gently where a pause holds it. */
function stopModeOf({ ledger }: StudyContext, jobNumber: number): StopMode | undefined {
  return ledger.state.stopMode ?? (ledger.guards.isHeld(jobNumber) ? 'stop' : undefined);
}

function takeOverOf(context: StudyContext, jobNumber: number): TakeOver {
  const { ledger } = context;
  const stopMode = stopModeOf(context, jobNumber);
  const jobId = ledger.jobs.state.inFlight[jobNumber]?.jobId;
  const { losses } = ledger.jobs.handsOf(jobNumber);
  return {
    waitMs: takeOverWaitMs(context, jobNumber, losses),
    ...(jobId === undefined ? {} : { jobId }),
    ...(stopMode === undefined ? {} : { stopMode }),
  };
}
