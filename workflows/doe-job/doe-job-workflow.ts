/**
 * One DOE job of a study, from its files to its outcomes.
 *
 * Waits for the platform's end of the job, reported by the study; looks for itself when nothing was heard for long. Collects the runs that end
 * meanwhile in rounds that come ever more slowly. Messages: `platformStatus`, `stopJob`; a cancellation is a gentle stop at any time. Reports to
 * the study every phase, what was collected so far, and the end by signals to its workflow id. Never continues as new: about fifty events, and
 * fifteen for each of the hundred rounds of a job of eight hours. Survives any crash: every step is an activity, create and submit are looked
 * up before they are repeated.
 */
import { CancellationScope, isCancellation, setHandler } from '@temporalio/workflow';
import type { JobEnd } from '../../src/run/messages.ts';
import { createActivityProxies } from '../activity-proxies.ts';
import { isRefusal, sentenceOf } from '../failures.ts';
import { platformStatusSignal, stopJobSignal } from '../messages.ts';
import { DoeJob, type DoeJobInput } from './doe-job.ts';
import { createStudyReporter } from './study-reporter.ts';

/** Runs one job and gives back how it ended; the study hears the same by signal. */
export async function doeJobWorkflow(input: DoeJobInput): Promise<JobEnd> {
  const job = new DoeJob(input, createActivityProxies(input.pace), createStudyReporter(input));
  setHandler(platformStatusSignal, (news) => job.takeStatus(news));
  setHandler(stopJobSignal, ({ mode }) => job.requestStop(mode));
  CancellationScope.current().cancelRequested.catch(() => job.requestStop('stop'));

  try {
    await job.start();
  } catch (error) {
    if (isRefusal(error)) return await job.refuse(sentenceOf(error));
    if (!isCancellation(error)) throw error;
  }
  return CancellationScope.nonCancellable(() => job.finish());
}
