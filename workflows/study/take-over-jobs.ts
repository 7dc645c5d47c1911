/** Jobs whose workflow failed, was terminated or timed out: a further workflow takes each over; one that can't be kept is told as failed. */
import { giveUpJob, maxTakeOvers } from './give-up-job.ts';
import { startJob, takeOverWaitMs } from './start-job.ts';
import type { StudyContext } from './study-context.ts';

/** Takes over every job that has lost its workflow. */
export async function takeOverJobs(context: StudyContext): Promise<void> {
  const { ledger } = context;
  for (const [jobNumber, why] of ledger.jobs.gone) {
    const losses = ledger.jobs.handsOf(jobNumber).losses + 1;
    if (losses > maxTakeOvers) {
      ledger.jobEnded(await giveUpJob(context, jobNumber, why));
      continue;
    }
    ledger.note(
      `Job ${jobNumber}: its workflow ended before the job did (${why}); a further one takes the job over (${losses} of ${maxTakeOvers})${waitWords(takeOverWaitMs(context, jobNumber, losses), ledger.stopping)}`,
    );
    ledger.jobs.takeOver(jobNumber, losses);
    await startJob(context, jobNumber);
  }
}

/** The same failure may come again at once: a person should know that nothing happens meanwhile, and since when. */
function waitWords(ms: number, isStopping: boolean): string {
  if (ms === 0) return '';
  const from = new Date().toISOString().slice(11, 19);
  return `, which it begins ${Math.round(ms / 1000)} s after ${from} UTC, as a failure may pass${isStopping ? '' : '; a stop ends that wait'}`;
}
