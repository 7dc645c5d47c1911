import { ApplicationFailure } from '@temporalio/common';
import type { JobTarget, PlatformJobTarget } from '../../src/run/activity-contract.ts';
import type { PlatformClusterTarget } from '../../src/run/cluster-contract.ts';
import { AuthenticationError, PlatformError } from '../../src/platform-api/index.ts';
import { clusterLost } from '../../src/run/cluster-end.ts';
import { requireSameHardware } from '../clusters/hardware-of-cluster.ts';
import { readCluster } from '../clusters/read-cluster.ts';
import {
  appendToLedger,
  findCostLimit,
  layout,
  type DocumentFolder,
} from '../../src/store/index.ts';
import type { Study } from '../../src/study/study.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { notOurs } from '../not-ours.ts';
import { requireOwnJob, requireWantedCluster } from '../own-records.ts';
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
  const { platform, store, studyCache, failpoint } = dependencies;
  const folder = store.study(studyId);
  await requireOwnJob(dependencies, { studyId, jobNumber, jobId });
  if (await folder.has(layout.outcomes(jobNumber))) {
    throw notOurs(`job ${jobId}`, `job ${jobNumber} of study ${studyId} is over`);
  }
  const { study } = await studyCache.get(studyId);
  const isWithoutCluster = clusterId === undefined && study.execution.cluster?.kind === 'own';
  if (clusterId !== undefined) await requireWantedCluster(dependencies, { studyId, clusterId });
  const requirePlace = async (): Promise<void> => {
    if (isWithoutCluster) await requireSetAside(folder, study, jobNumber);
    if (clusterId !== undefined && study.execution.cluster?.kind === 'own')
      await requireSameHardware(dependencies, { studyId, jobNumber, clusterId });
  };
  // One that may be submitted already is looked for first.
  if (!(await folder.has(layout.submitTried(jobNumber)))) await requirePlace();
  if (await wasSubmittedBefore(dependencies, { studyId, jobNumber, jobId }, run)) return;
  await requirePlace();
  if (clusterId !== undefined) await folder.write(layout.jobCluster(jobNumber), { clusterId });
  if (isWithoutCluster) await folder.remove(layout.jobCluster(jobNumber));
  const effect = { kind: 'effect', what: 'submit-job', key: jobId, platformId: jobId } as const;
  await appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: 'intent' }]);
  if (clusterId === undefined) await platform.jobs.submit(jobId, { signal });
  else await submitOnto(dependencies, { studyId, clusterId }, jobId, run);
  await failpoint('submit-after-post');
  await appendToLedger(folder, [{ ...effect, at: new Date().toISOString(), effect: 'sent' }]);
}

/**
 * A job that lost its study's cluster on its way isn't sent onto hardware of its own where nothing is set aside for that.
 * @throws ApplicationFailure CLUSTER_LOST, not retried: its runs follow as a further job, which is asked for first
 */
async function requireSetAside(
  folder: DocumentFolder,
  study: Pick<Study, 'execution'>,
  jobNumber: number,
): Promise<void> {
  if ((await findCostLimit(folder, study)) === undefined) return;
  const reserved = await folder.find(layout.reservation(jobNumber));
  if (reserved !== undefined && reserved.mostHours > 0) return;
  throw ApplicationFailure.nonRetryable(
    `the study has no cluster for job ${jobNumber} any more, and nothing is set aside for hardware of its own`,
    clusterLost,
  );
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
