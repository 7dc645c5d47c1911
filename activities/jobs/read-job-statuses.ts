import { isTerminalJobStatus } from '../../src/platform-api/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** How much of a history is handed to a workflow. */
const newest = 10;

export interface JobStatuses {
  /** Newest first, at most ten; empty for a job that was never submitted. */
  readonly statuses: readonly { readonly status: string; readonly reason: string | null }[];
  /** Nothing more will happen to the job. */
  readonly ended: boolean;
}

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
