import { ApplicationFailure } from '@temporalio/common';
import { keepPlatformJob, readJobSpec } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Reads the saved job back and remembers its id. A job that would run something else than planned is refused before it costs anything.
 * @throws ApplicationFailure EXPECTED_RUNS_DIFFER, not retried.
 */
export async function checkJob(
  { platform, store }: ActivityDependencies,
  {
    studyId,
    jobNumber,
    jobId,
  }: { readonly studyId: string; readonly jobNumber: number; readonly jobId: string },
  { signal }: ActivityRun,
): Promise<void> {
  const folder = store.study(studyId);
  const spec = await readJobSpec(folder, jobNumber);
  const job = await platform.jobs.get(jobId, { signal });
  await keepPlatformJob(folder, jobNumber, jobId);
  if (typeof job.expectedRuns === 'number' && job.expectedRuns !== spec.expectedRuns) {
    throw ApplicationFailure.nonRetryable(
      `Expected the platform to plan ${spec.expectedRuns} runs for job ${jobId}, got ${job.expectedRuns}; it was not submitted`,
      'EXPECTED_RUNS_DIFFER',
    );
  }
}
