import { ApplicationFailure } from '@temporalio/common';
import type { JobTarget, PlatformJobTarget } from '../../src/run/activity-contract.ts';
import type { PlatformClusterTarget } from '../../src/run/cluster-contract.ts';
import { AuthenticationError, PlatformError } from '../../src/platform-api/index.ts';
import { clusterLost } from '../../src/run/cluster-end.ts';
import { readCluster } from '../clusters/read-cluster.ts';
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
  if (clusterId !== undefined) {
    await requireWantedCluster(dependencies, { studyId, clusterId });
    await folder.write(layout.jobCluster(jobNumber), { clusterId });
  }
  if (await wasSubmittedBefore(dependencies, { studyId, jobNumber, jobId }, run)) return;
  const effect = { kind: 'effect', what: 'submit-job', key: jobId, platformId: jobId } as const;
  await appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: 'intent' }]);
  if (clusterId === undefined) await platform.jobs.submit(jobId, { signal });
  else await submitOnto(dependencies, { studyId, clusterId }, jobId, run);
  await failpoint('submit-after-post');
  await appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: 'sent' }]);
}

/** @throws ApplicationFailure CLUSTER_LOST, not retried, where the platform refuses as the cluster has ended */
async function submitOnto(
  dependencies: ActivityDependencies,
  cluster: PlatformClusterTarget,
  jobId: string,
  run: ActivityRun,
): Promise<void> {
  const { clusterId } = cluster;
  const { clusters } = dependencies.platform;
  try {
    await clusters.submitJob(clusterId, { id: jobId, submit: true }, { signal: run.signal });
  } catch (error) {
    const isRefusal =
      error instanceof PlatformError && !error.retryable && !(error instanceof AuthenticationError);
    if (!isRefusal) throw error;
    const { status, ended } = await readCluster(dependencies, cluster, run);
    if (!ended) throw error;
    throw ApplicationFailure.nonRetryable(
      `cluster ${clusterId} was lost before the job could be sent to it (its status is ${status}): ${error.message}`,
      clusterLost,
    );
  }
}
