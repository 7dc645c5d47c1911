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
