/** The jobs that an execution of the study which was lost had begun: each gets a workflow, those that have ended before a cluster is asked for. */
import { patched } from '@temporalio/workflow';
import { isNotFound, isRefusal } from '../failures.ts';
import { untilStopped } from '../until-stopped.ts';
import { startJob } from './start-job.ts';
import type { StudyContext } from './study-context.ts';

/** Gives every job that was begun a workflow: its own where that lives, else one that looks first for what is on the platform. */
export async function adoptJobs(context: StudyContext): Promise<void> {
  const { jobs } = context.ledger;
  if (jobs.state.adopted.length === 0) return;
  for (const jobNumber of jobs.state.adopted) {
    await startJob(context, jobNumber);
    jobs.adopted(jobNumber);
  }
}

/** True where it matters which of the begun jobs have ended: a cluster is wanted for the others. Studies of before asked for it first. */
export function looksForEnded({ ledger }: StudyContext): boolean {
  const { adopted } = ledger.jobs.state;
  if (adopted.length === 0 || ledger.state.plan?.cluster === undefined || ledger.stopping) {
    return false;
  }
  return patched('cluster-for-runs');
}

/**
 * Gives a workflow to those jobs that have ended on the platform: they only wait to be collected, and no cluster is bought for them. Those of
 * which nobody can tell wait for the cluster with the others.
 */
export async function adoptEndedJobs(context: StudyContext): Promise<void> {
  const { ledger } = context;
  const { adopted } = ledger.jobs.state;
  ledger.showActivity('looking for the jobs that it had begun');
  const ended = await untilStopped(
    () => ledger.stopping,
    () => Promise.all(adopted.map((jobNumber) => hasEnded(context, jobNumber))),
  );
  for (const [index, jobNumber] of adopted.entries()) {
    if (ended?.[index] !== true) continue;
    await startJob(context, jobNumber);
    ledger.jobs.adopted(jobNumber);
  }
}

/** One that was submitted and then deleted has ended, too. */
async function hasEnded({ input, proxies }: StudyContext, jobNumber: number): Promise<boolean> {
  const { studyId } = input;
  try {
    const { jobIds } = await proxies.read.findJob({ studyId, jobNumber });
    for (const jobId of jobIds) {
      const { ended } = await proxies.read.readJobStatuses({ studyId, jobId });
      if (ended) return true;
    }
    return false;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return isNotFound(error);
  }
}
