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
  const { ledger } = context;
  for (;;) {
    await condition(() => Object.keys(ledger.jobs.awaited).length > 0);
    const changes = await waitForNews(context);
    // What was heard must be passed on, also when this execution is about to end.
    await CancellationScope.nonCancellable(() => passOn(context, changes));
  }
}

/**
 * Waits for news of the jobs that are awaited now. When a further job joins them, the wait ends without news, to be called again with all
 * of them: a call gives every status that differs from the one last heard, so what happened in between is news then.
 */
async function waitForNews({ ledger, input, proxies }: StudyContext): Promise<readonly JobNews[]> {
  const heard = ledger.jobs.awaited;
  const hasJoined = (): boolean => Object.keys(ledger.jobs.awaited).some((id) => !(id in heard));
  const wait = new CancellationScope();
  try {
    return await wait.run(async () => {
      const news = proxies.wait.watchJobs({ studyId: input.studyId, heard });
      const first = await Promise.race([news, condition(hasJoined)]);
      return first?.changes ?? [];
    });
  } finally {
    wait.cancel();
  }
}

async function passOn({ ledger, input }: StudyContext, changes: readonly JobNews[]): Promise<void> {
  for (const { jobId, status, ended } of changes) {
    const jobNumber = ledger.jobs.takeStatus(jobId, { status, ended });
    if (jobNumber !== undefined) await signalJob(input.studyId, jobNumber, { status, ended });
  }
}

/** Hands the platform's news to a job workflow; one that is gone needs none. */
async function signalJob(
  studyId: string,
  jobNumber: number,
  news: PlatformStatusNews,
): Promise<void> {
  const job = getExternalWorkflowHandle(jobWorkflowId(studyId, jobNumber));
  try {
    await job.signal(platformStatusSignal, news);
  } catch (error) {
    log.warn('A job workflow is gone', { jobNumber, error });
  }
}
