import { isTerminalJobStatus, NotFoundError } from '../../src/platform-api/index.ts';
import type { JobStatuses } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { unlessJobGone } from '../unless-gone.ts';

/** How much of a history is handed to a workflow. */
const newest = 10;

/** The platform's history of a job. @throws NotFoundError for a job that is gone, after several looks */
export async function readJobStatuses(
  dependencies: Pick<ActivityDependencies, 'platform' | 'poll'>,
  { jobId }: { readonly jobId: string },
  run: ActivityRun,
): Promise<JobStatuses> {
  const found = await unlessJobGone(dependencies, jobId, run, () =>
    readNewest(dependencies.platform, jobId, run.signal),
  );
  if (found !== undefined) return found;
  throw new NotFoundError(`job ${jobId} was deleted`, {
    method: 'GET',
    path: `/api/v2/jobs/${jobId}/`,
  });
}

async function readNewest(
  platform: ActivityDependencies['platform'],
  jobId: string,
  signal: AbortSignal,
): Promise<JobStatuses> {
  const statuses: { status: string; reason: string | null }[] = [];
  for await (const entry of platform.jobs.statuses(jobId, { signal })) {
    statuses.push({ status: entry.status, reason: entry.statusReason ?? null });
    if (statuses.length === newest) break;
  }
  return { statuses, ended: statuses.some((entry) => isTerminalJobStatus(entry.status)) };
}
