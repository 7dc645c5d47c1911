import { isTerminalJobStatus } from '../../src/platform-api/index.ts';
import type { JobStatuses } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** How much of a history is handed to a workflow. */
const newest = 10;

/** The platform's history of a job. */
export async function readJobStatuses(
  { platform }: ActivityDependencies,
  { jobId }: { readonly jobId: string },
  { signal }: ActivityRun,
): Promise<JobStatuses> {
  const statuses: { status: string; reason: string | null }[] = [];
  for await (const entry of platform.jobs.statuses(jobId, { signal })) {
    statuses.push({ status: entry.status, reason: entry.statusReason ?? null });
    if (statuses.length === newest) break;
  }
  return { statuses, ended: statuses.some((entry) => isTerminalJobStatus(entry.status)) };
}
