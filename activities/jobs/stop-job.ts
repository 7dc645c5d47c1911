import { assertNever } from '../../src/errors.ts';
import { ConflictError, InvalidRequestError, NotFoundError } from '../../src/platform-api/index.ts';
import type { PlatformJobTarget, StudyTarget } from '../../src/run/activity-contract.ts';
import type { StopMode } from '../../src/run/messages.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireStudyJob } from '../own-records.ts';

/** Asks the platform to end the job, in one of its three ways. A job that is over, or gone, needs no stopping. */
export async function stopJob(
  dependencies: ActivityDependencies,
  { studyId, jobId, mode }: StudyTarget & PlatformJobTarget & { readonly mode: StopMode },
  { signal }: ActivityRun,
): Promise<void> {
  const { platform } = dependencies;
  await requireStudyJob(dependencies, { studyId, jobId });
  try {
    switch (mode) {
      case 'stop':
        return await platform.jobs.stop(jobId, { signal });
      case 'force':
        return await platform.jobs.forceStop(jobId, { signal });
      case 'shutdown':
        return await platform.jobs.shutdown(jobId, { signal });
      default:
        return assertNever(mode);
    }
  } catch (error) {
    const isOver =
      error instanceof ConflictError ||
      error instanceof InvalidRequestError ||
      error instanceof NotFoundError;
    if (!isOver) throw error;
  }
}
