import type { JobTarget, PlatformJobTarget } from '../../src/run/activity-contract.ts';
import { appendToLedger } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Submits the job, onto the cluster if one is given. This is what is paid for: one POST, never repeated here; the study's ledger has the
 * intent before it and the confirmation after it.
 */
export async function submitJob(
  { platform, store, failpoint }: ActivityDependencies,
  { studyId, jobId, clusterId }: JobTarget & PlatformJobTarget & { readonly clusterId?: string },
  { signal }: ActivityRun,
): Promise<void> {
  const folder = store.study(studyId);
  const effect = { kind: 'effect', what: 'submit-job', key: jobId, platformId: jobId } as const;
  await appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: 'intent' }]);
  if (clusterId === undefined) await platform.jobs.submit(jobId, { signal });
  else await platform.clusters.submitJob(clusterId, { id: jobId, submit: true }, { signal });
  await failpoint('submit-after-post');
  await appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: 'sent' }]);
}
