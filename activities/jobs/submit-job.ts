import type { JobTarget, PlatformJobTarget } from '../../src/run/activity-contract.ts';
import { appendToLedger, layout } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { notOurs, requireOwnJob, requireWantedCluster } from '../own-records.ts';
import { wasSubmittedBefore } from './submitted-before.ts';

/**
 * Submits the job, onto the cluster if one is given. This is what is paid for: one POST, never repeated here; the study's ledger has the
 * intent before it and the confirmation after it. Asked once more, by whoever, it submits only what the platform shows no submit of.
 */
export async function submitJob(
  dependencies: ActivityDependencies,
  {
    studyId,
    jobNumber,
    jobId,
    clusterId,
  }: JobTarget & PlatformJobTarget & { readonly clusterId?: string },
  run: ActivityRun,
): Promise<void> {
  const { signal } = run;
  const { platform, store, failpoint } = dependencies;
  const folder = store.study(studyId);
  await requireOwnJob(folder, { studyId, jobNumber, jobId });
  if (await folder.has(layout.outcomes(jobNumber))) {
    throw notOurs(`job ${jobId}`, `job ${jobNumber} of study ${studyId} is over`);
  }
  if (clusterId !== undefined) await requireWantedCluster(dependencies, { studyId, clusterId });
  if (await wasSubmittedBefore(dependencies, { studyId, jobNumber, jobId }, run)) return;
  const effect = { kind: 'effect', what: 'submit-job', key: jobId, platformId: jobId } as const;
  await appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: 'intent' }]);
  if (clusterId === undefined) await platform.jobs.submit(jobId, { signal });
  else await platform.clusters.submitJob(clusterId, { id: jobId, submit: true }, { signal });
  await failpoint('submit-after-post');
  await appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: 'sent' }]);
}
