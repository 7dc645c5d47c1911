/** A job that no workflow could keep: it is stopped, and what it gave is collected. */
import { log, patched, sleep } from '@temporalio/workflow';
import type { JobEnd, JobProgress } from '../../src/run/messages.ts';
import { isRefusal, sentenceOf } from '../failures.ts';
import type { StudyContext } from './study-context.ts';

/** How many workflows take over one job before it is given up. */
export const maxTakeOvers = 3;

/** Between the looks at a job that is told to stop, in retry waits of the pace: about two minutes together. */
const waits = [1, 2, 4, 8, 16, 32, 60] as const;

const emptyChange = { done: 0, failed: 0, failures: [] } as const;
const emptyJob: Pick<JobProgress, 'jobId' | 'runs' | 'collected'> = { runs: 0 };

/**
 * Stops what may still run on the platform, and collects what it has given. Where that can't be had, the job's runs that aren't judged are booked as
 * failed.
 */
export async function giveUpJob(
  context: StudyContext,
  jobNumber: number,
  why: string,
): Promise<JobEnd> {
  const { ledger, input, proxies } = context;
  const target = { studyId: input.studyId, jobNumber };
  const { jobId, runs, collected: shown } = ledger.jobs.state.inFlight[jobNumber] ?? emptyJob;
  const order = jobId === undefined ? undefined : await stopForGood(context, jobId);
  const place =
    jobId === undefined
      ? 'it has no job on the platform that is known'
      : `its job on the platform is ${jobId}${order?.told ?? ''}`;
  const message = `${maxTakeOvers + 1} workflows of this job ended before it did; the last because: ${why}; ${place}`;
  const collected = await collectStopped(context, { ...target, jobId, isStopping: order?.isTaken });
  if (collected !== undefined) return { ...collected, message };
  try {
    return await proxies.step.refuseJob({ ...target, message });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn('The runs of a job could not be booked as failed', { jobNumber, error });
    const left = Math.max(0, runs - (shown?.runs ?? 0));
    const { done, failed, failures } = shown?.change ?? emptyChange;
    return {
      jobNumber,
      outcome: 'refused',
      change: {
        done,
        failed: failed + left,
        failures: [...failures, { reason: 'job-failed', count: left }],
      },
      retryable: 0,
      message: `${message}; its runs could not be booked: ${sentenceOf(error)}`,
    };
  }
}

/** Waits until a job that was told to stop has ended, and collects it; undefined where it doesn't end for long, never was submitted, or can't be collected. */
async function collectStopped(
  { input, proxies }: StudyContext,
  {
    jobId,
    isStopping,
    ...target
  }: {
    readonly studyId: string;
    readonly jobNumber: number;
    readonly jobId: string | undefined;
    readonly isStopping: boolean | undefined;
  },
): Promise<JobEnd | undefined> {
  if (jobId === undefined || isStopping !== true || !patched('given-up-collected'))
    return undefined;
  try {
    for (const wait of waits) {
      const { statuses, ended } = await proxies.read.readJobStatuses({
        ...{ studyId: target.studyId, jobId },
      });
      if (ended) return await proxies.transfer.collectJob({ ...target, jobId, stopped: true });
      if (statuses.length === 0) return undefined;
      await sleep(wait * input.pace.retryMs, {
        summary: `until it is looked whether job ${target.jobNumber} has stopped`,
      });
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn('A job that was given up could not be collected', { ...target, error });
  }
  return undefined;
}

/** What became of an order to stop. */
interface StopOrder {
  readonly isTaken: boolean;
  /** As the rest of a sentence. */
  readonly told: string;
}

/** Orders a job to stop, and says whether the platform took it. */
async function stopForGood({ proxies, input }: StudyContext, jobId: string): Promise<StopOrder> {
  try {
    const answer = await proxies.write.stopJob({ studyId: input.studyId, jobId, mode: 'stop' });
    return answer?.refused === undefined
      ? { isTaken: true, told: ', which was asked to stop' }
      : {
          isTaken: false,
          told: `, which may still run, as ${answer.refused.why}. ${answer.refused.next}`,
        };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const told = `, which may still run, as the platform refused to stop it: ${sentenceOf(error)}`;
    return { isTaken: false, told };
  }
}
