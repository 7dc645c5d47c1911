import { ApplicationFailure } from '@temporalio/common';
import { PlatformError, type PlatformClient } from '../../src/platform-api/index.ts';
import { type JobSpec, keepPlatformJob, readJobSpec } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Reads the saved job back, remembers its id, and looks for others of its name. A job that would run something else than planned is refused before it costs anything.
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
): Promise<{ otherJobIds: readonly string[] }> {
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
  return { otherJobIds: await findOthers(platform, spec, jobId, signal) };
}

/** Jobs beside `jobId` that carry its whole name: a create that arrived twice left them. A list that can't be had is no reason to wait. */
async function findOthers(
  platform: PlatformClient,
  { jobTag, jobName }: JobSpec,
  jobId: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const jobs = await platform.jobs.findByExactName(jobTag, jobName, { signal });
    return jobs.map(({ id }) => id).filter((id) => id !== jobId);
  } catch (error) {
    if (error instanceof PlatformError) return [];
    throw error;
  }
}
