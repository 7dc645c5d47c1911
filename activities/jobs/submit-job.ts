import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

export interface SubmitJobInput {
  readonly studyId: string;
  readonly jobNumber: number;
  readonly jobId: string;
  readonly clusterId?: string;
}

/** Submits the job, onto the cluster if one is given. This is what is paid for: one POST, never repeated here. */
export async function submitJob(
  { platform, failpoint }: ActivityDependencies,
  { jobId, clusterId }: SubmitJobInput,
  { signal }: ActivityRun,
): Promise<void> {
  if (clusterId === undefined) await platform.jobs.submit(jobId, { signal });
  else await platform.clusters.submitJob(clusterId, { id: jobId, submit: true }, { signal });
  await failpoint('submit-after-post');
}
