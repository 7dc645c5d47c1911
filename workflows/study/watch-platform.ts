/** One activity reads the platform's list for all jobs of the study; what changed goes to the job workflows. */
import {
  CancellationScope,
  condition,
  getExternalWorkflowHandle,
  log,
  sleep,
} from '@temporalio/workflow';
import { jobWorkflowId } from '../../src/temporal/names.ts';
import type { PlatformStatusNews } from '../../src/run/messages.ts';
import { silenceMs } from '../effect-policies.ts';
import { isRefusal, sentenceOf } from '../failures.ts';
import { platformStatusSignal } from '../messages.ts';
import type { JobNews } from '../../src/run/activity-contract.ts';
import { askJob } from './start-job.ts';
import type { StudyContext } from './study-context.ts';

/** Runs until it is cancelled. A platform that refuses the list is asked again later; meanwhile the jobs look for themselves. */
export async function watchPlatform(context: StudyContext): Promise<void> {
  const { ledger } = context;
  for (;;) {
    await condition(() => Object.keys(ledger.jobs.awaited).length > 0);
    const changes = await newsOrRefusal(context);
    // What was heard must be passed on, also when this execution is about to end.
    await CancellationScope.nonCancellable(() => passOn(context, changes));
  }
}

async function newsOrRefusal(context: StudyContext): Promise<readonly JobNews[]> {
  try {
    return await waitForNews(context);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    context.ledger.note(
      `The platform's list of jobs can't be read, so each job is asked for by itself: ${sentenceOf(error)}`,
    );
    await sleep(silenceMs(context.input.pace), {
      summary: 'until each job is asked for by itself',
    });
    for (const jobNumber of context.ledger.jobs.inFlightNumbers) await askJob(context, jobNumber);
    return [];
  }
}

/**
 * Waits for news of the jobs that are awaited now. When a further job joins them, the wait ends without news, to be called again with all
 * of them: a call gives every status that differs from the one last heard, so what happened in between is news then.
 */
async function waitForNews({ ledger, input, proxies }: StudyContext): Promise<readonly JobNews[]> {
  const heard = ledger.jobs.awaited;
  // One that was taken over has nothing heard of it any more: it counts as joined.
  const hasJoined = (): boolean =>
    Object.entries(ledger.jobs.awaited).some(
      ([id, status]) => !(id in heard) || (status === '' && heard[id] !== ''),
    );
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

async function passOn(context: StudyContext, changes: readonly JobNews[]): Promise<void> {
  for (const { jobId, status, ended } of changes) {
    const jobNumber = context.ledger.jobs.takeStatus(jobId, { status, ended });
    if (jobNumber !== undefined) await signalJob(context, jobNumber, { status, ended });
  }
}

/** Hands the platform's news to a job workflow; one that is gone is booked so. */
async function signalJob(
  { input, ledger }: StudyContext,
  jobNumber: number,
  news: PlatformStatusNews,
): Promise<void> {
  const { again } = ledger.jobs.handsOf(jobNumber);
  const job = getExternalWorkflowHandle(jobWorkflowId(input.studyId, jobNumber, again));
  try {
    await job.signal(platformStatusSignal, news);
  } catch (error) {
    log.warn('A job workflow is gone', { jobNumber, error });
    ledger.jobs.workflowGone(jobNumber, again, 'it could not be told of its job');
  }
}
