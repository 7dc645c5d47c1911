/**
 * One DOE job of a study, from its files to its outcomes.
 *
 * Waits for the platform's end of the job, told by the study; looks for itself when nothing was heard for long. Messages: `platformStatus`,
 * `stopJob`. Tells the study every phase and the end by signals to its workflow id. Never continues as new: about fifty events whatever
 * the job's length. Survives any crash: every step is an activity, create and submit are looked up before they are repeated.
 */
import {
  CancellationScope,
  condition,
  isCancellation,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import { createActivityProxies, type ActivityProxies } from '../activity-proxies.ts';
import { doOnce, isRefusal, sentenceOf } from '../failures.ts';
import type { JobEnd, Pace, StopMode } from '../../src/run/messages.ts';
import { platformStatusSignal, stopJobSignal } from '../messages.ts';
import { createStudyReporter, type StudyReporter } from './study-reporter.ts';

/** Input of {@link doeJobWorkflow}. */
export interface DoeJobInput {
  readonly studyId: string;
  readonly studyWorkflowId: string;
  /** 1.. over the life of the study. */
  readonly jobNumber: number;
  /** Set when the job runs on a persistent cluster. */
  readonly clusterId?: string;
  readonly pace: Pace;
}

/** How long a job may be silent before its workflow looks for itself: covers a study that was terminated. */
const silenceLimit = '6 hours';

/** Runs one job and gives back how it ended; the study hears the same by signal. */
export async function doeJobWorkflow(input: DoeJobInput): Promise<JobEnd> {
  const proxies = createActivityProxies(input.pace);
  const reporter = createStudyReporter(input);
  let stopMode: StopMode | undefined;
  let ended = false;
  setHandler(platformStatusSignal, (news) => {
    reporter.status(news.status);
    ended ||= news.ended;
  });
  setHandler(stopJobSignal, ({ mode }) => {
    stopMode = mode;
  });

  let jobId: string | undefined;
  try {
    jobId = await createJob(input, proxies, reporter);
    if (stopMode === undefined) await submitJob(input, proxies, reporter, jobId);
  } catch (error) {
    if (isCancellation(error)) stopMode ??= 'stop';
    else if (isRefusal(error)) return await refuse(input, proxies, reporter, sentenceOf(error));
    else throw error;
  }

  return CancellationScope.nonCancellable(async () => {
    if (jobId === undefined || !(await wasSubmitted(proxies, reporter, jobId))) {
      return reporter.end(
        await proxies.step.withdrawJob({ studyId: input.studyId, jobNumber: input.jobNumber }),
      );
    }
    await waitForEnd(input, proxies, reporter, jobId, {
      hasEnded: () => ended,
      stopMode: () => stopMode,
    });
    reporter.phase('collecting');
    const collected = await proxies.transfer.collectJob({
      studyId: input.studyId,
      jobNumber: input.jobNumber,
      jobId,
      stopped: stopMode !== undefined,
    });
    return reporter.end(collected);
  });
}

/** Files, then the job itself; returns the one id that will ever be submitted. */
async function createJob(
  { studyId, jobNumber, pace, clusterId }: DoeJobInput,
  { step, transfer, once, read }: ActivityProxies,
  reporter: StudyReporter,
): Promise<string> {
  reporter.phase('creating');
  const prepared = await step.prepareJob({ studyId, jobNumber });
  reporter.runs(prepared.runs);
  for (const name of prepared.files) await transfer.uploadJobFile({ studyId, jobNumber, name });
  const jobId = await doOnce({
    attempt: async () =>
      (await once.createJob({ studyId, jobNumber, onCluster: clusterId !== undefined })).jobId,
    find: async () => (await read.findJob({ studyId, jobNumber })).jobIds[0],
    lagMs: pace.listLagMs,
    retryMs: pace.retryMs,
    onTrouble: reporter.trouble,
  });
  reporter.created(jobId);
  await read.checkJob({ studyId, jobNumber, jobId });
  return jobId;
}

/** Submit is what is paid for: only this id, and never again once the platform has a status of it. */
async function submitJob(
  { studyId, jobNumber, pace, clusterId }: DoeJobInput,
  { once, read }: ActivityProxies,
  reporter: StudyReporter,
  jobId: string,
): Promise<void> {
  reporter.phase('submitting');
  await doOnce({
    attempt: async () => {
      await once.submitJob({
        studyId,
        jobNumber,
        jobId,
        ...(clusterId === undefined ? {} : { clusterId }),
      });
      return true;
    },
    find: async () =>
      (await read.readJobStatuses({ jobId })).statuses.length > 0 ? true : undefined,
    lagMs: pace.listLagMs,
    retryMs: pace.retryMs,
    onTrouble: reporter.trouble,
  });
  reporter.submitted = true;
  reporter.phase('waiting');
}

/** A cancelled submit may have happened all the same: the platform's statuses tell. */
async function wasSubmitted(
  { read }: ActivityProxies,
  reporter: StudyReporter,
  jobId: string,
): Promise<boolean> {
  return reporter.submitted || (await read.readJobStatuses({ jobId })).statuses.length > 0;
}

/** Returns when the platform has ended the job; asks it to stop as soon as someone wants that. */
async function waitForEnd(
  input: DoeJobInput,
  { read, write }: ActivityProxies,
  reporter: StudyReporter,
  jobId: string,
  news: { hasEnded(): boolean; stopMode(): StopMode | undefined },
): Promise<void> {
  let asked: StopMode | undefined;
  for (;;) {
    const heard = await condition(
      () => news.hasEnded() || (news.stopMode() !== undefined && news.stopMode() !== asked),
      silenceLimit,
    );
    if (news.hasEnded()) return;
    const mode = news.stopMode();
    if (mode !== undefined && mode !== asked) {
      asked = mode;
      reporter.phase('stopping');
      await write.stopJob({ jobId, mode });
      await sleep(input.pace.retryMs);
    }
    if (!heard && (await read.readJobStatuses({ jobId })).ended) return;
  }
}

/** The job never ran: its runs are failed with the platform's own sentence. */
async function refuse(
  { studyId, jobNumber }: DoeJobInput,
  { step }: ActivityProxies,
  reporter: StudyReporter,
  message: string,
): Promise<JobEnd> {
  return reporter.end(await step.refuseJob({ studyId, jobNumber, message }));
}
