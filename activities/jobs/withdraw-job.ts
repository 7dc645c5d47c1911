import type { JobTarget } from '../../src/run/activity-contract.ts';
import type { JobEnd } from '../../src/run/messages.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** The job was stopped before it was submitted: nothing ran, nothing changes. */
export function withdrawJob(
  _dependencies: ActivityDependencies,
  { jobNumber }: JobTarget,
  _run: ActivityRun,
): Promise<JobEnd> {
  return Promise.resolve({
    jobNumber,
    outcome: 'withdrawn',
    change: { done: 0, failed: 0, failures: [] },
    retryable: 0,
  });
}
