/** One activity reads the platform's list for all jobs of the study; what changed goes to the job workflows. */
import {
  CancellationScope,
  condition,
  getExternalWorkflowHandle,
  isCancellation,
  log,
} from '@temporalio/workflow';
import { jobWorkflowId } from '../../src/temporal/names.ts';
import type { PlatformStatusNews } from '../../src/run/messages.ts';
import { platformStatusSignal } from '../messages.ts';
import type { JobNews } from '../../src/run/activity-contract.ts';
import type { StudyContext } from './study-context.ts';

/** Runs `body` with the watch beside it; the watch ends with the body. */
export async function watchPlatform(
  context: StudyContext,
  body: () => Promise<void>,
): Promise<void> {
  const scope = new CancellationScope();
  const watching = scope
    .run(() => watch(context))
    .catch((error: unknown) => {
      if (!isCancellation(error)) throw error;
    });
  try {
    await Promise.race([body(), watching.then(() => new Promise<never>(() => undefined))]);
  } finally {
    scope.cancel();
    await watching;
  }
}

async function watch(context: StudyContext): Promise<void> {
  const { ledger, input, proxies } = context;
  const { state } = ledger;
  const waiting = (): string[] =>
    Object.values(state.inFlight)
      .filter((job) => job.phase === 'waiting' || job.phase === 'stopping')
      .flatMap((job) => (job.jobId === undefined ? [] : [job.jobId]));
  for (;;) {
    await condition(() => waiting().length > 0);
    const { changes } = await proxies.wait.watchJobs({
      studyId: input.studyId,
      known: state.known,
      expected: waiting(),
    });
    // What was heard must be passed on, also when this execution is about to end: it isn't heard again.
    await CancellationScope.nonCancellable(() => passOn(context, changes));
  }
}

async function passOn({ ledger, input }: StudyContext, changes: readonly JobNews[]): Promise<void> {
  for (const { jobId, status, ended } of changes) {
    const jobNumber = ledger.heard(jobId, { status, ended });
    if (jobNumber !== undefined) await signalJob(input.studyId, jobNumber, { status, ended });
  }
}

/** Hands the platform's word to a job workflow; one that is gone needs no news. */
export async function signalJob(
  studyId: string,
  jobNumber: number,
  news: PlatformStatusNews,
): Promise<void> {
  try {
    await getExternalWorkflowHandle(jobWorkflowId(studyId, jobNumber)).signal(
      platformStatusSignal,
      news,
    );
  } catch (error) {
    log.warn('A job workflow is gone', { jobNumber, error });
  }
}
