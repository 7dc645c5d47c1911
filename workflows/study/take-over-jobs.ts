/** Jobs whose workflow failed, was terminated or timed out: a further workflow takes each over; one that can't be kept is told as failed. */
import { log } from '@temporalio/workflow';
import type { JobEnd, JobProgress } from '../../src/run/messages.ts';
import { isRefusal, sentenceOf } from '../failures.ts';
import { startJob } from './start-job.ts';
import type { StudyContext } from './study-context.ts';

/** How many workflows take over one job before its runs are told as failed. */
const maxTakeOvers = 3;

const emptyChange = { done: 0, failed: 0, failures: [] } as const;
const emptyJob: Pick<JobProgress, 'jobId' | 'runs' | 'collected'> = { runs: 0 };

/** Takes over every job that has lost its workflow. */
export async function takeOverJobs(context: StudyContext): Promise<void> {
  const { ledger } = context;
  for (const [jobNumber, why] of ledger.jobs.gone) {
    const losses = ledger.jobs.handsOf(jobNumber).losses + 1;
    if (losses > maxTakeOvers) {
      ledger.jobEnded(await giveUp(context, jobNumber, why));
      continue;
    }
    ledger.note(
      `Job ${jobNumber}: its workflow ended before the job did (${why}); a further one takes the job over (${losses} of ${maxTakeOvers})`,
    );
    ledger.jobs.takeOver(jobNumber, losses);
    await startJob(context, jobNumber);
  }
}

/** Stops what may still run on the platform and books the job's runs that aren't judged as failed. */
async function giveUp(context: StudyContext, jobNumber: number, why: string): Promise<JobEnd> {
  const { ledger, input, proxies } = context;
  const target = { studyId: input.studyId, jobNumber };
  const { jobId, runs, collected } = ledger.jobs.state.inFlight[jobNumber] ?? emptyJob;
  const trouble = jobId === undefined ? '' : await stopForGood(context, jobId);
  const place =
    jobId === undefined
      ? 'it has no job on the platform that is known'
      : `its job on the platform is ${jobId}${trouble}`;
  const message = `${maxTakeOvers + 1} workflows of this job ended before it did; the last because: ${why}; ${place}`;
  try {
    return await proxies.step.refuseJob({ ...target, message });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn('The runs of a job could not be booked as failed', { jobNumber, error });
    const left = Math.max(0, runs - (collected?.runs ?? 0));
    const { done, failed, failures } = collected?.change ?? emptyChange;
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

/** Says, as the rest of a sentence, whether the platform took the order to stop. */
async function stopForGood({ proxies, input }: StudyContext, jobId: string): Promise<string> {
  try {
    const answer = await proxies.write.stopJob({ studyId: input.studyId, jobId, mode: 'stop' });
    return answer?.refused === undefined
      ? ', which was asked to stop'
      : `, which may still run, as ${answer.refused.why}. ${answer.refused.next}`;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return `, which may still run, as the platform refused to stop it: ${sentenceOf(error)}`;
  }
}
